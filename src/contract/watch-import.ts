import { importLimits } from "@/domain/imported-file";
import { placeRef } from "./place-queries";
import * as z from "./zod";

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/**
 * POST /api/keywords/import. `preview` is what the answer of the preview called it: then nothing is made unless exactly that
 * still can be. Where the body is a file's bytes, all but `text` stands in the query.
 */
export const watchImport = z.object({
  text: z.string().max(importLimits.bytes),
  commit: flag.default(false),
  preview: z.string().max(100).optional(),
});

/** The fields of the query, for the file's own bytes. */
export const importQuery = watchImport.omit({ text: true });
export type ImportQuery = z.infer<typeof importQuery>;

const line = z.number();

export const importResponse = z.object({
  /** What can be made, or was made. */
  watches: z.array(
    z.object({
      line,
      keyword: z.string(),
      expression: z.string().nullable(),
      places: z.array(placeRef),
      isActive: z.boolean(),
    }),
  ),
  /** What can't be expressed, by line: nothing is made of it. */
  problems: z.array(z.object({ line, text: z.string(), message: z.string() })),
  /** What the plan has no room for. */
  overLimit: z.array(z.object({ line, keyword: z.string() })),
  /** What is there already, or stands further up. */
  existing: z.array(z.object({ line, keyword: z.string() })),
  /** Names the watches of this preview. */
  preview: z.string(),
  isCommitted: z.boolean(),
});
export type ImportResponse = z.infer<typeof importResponse>;
