import { importLimits } from "@/domain/text/imported-file";
import { entityId, exampleCount, exampleText } from "./entity";
import { placeRef } from "./place-queries";
import * as z from "./zod";

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/**
 * A `preview` id makes the import fail unless its result is still the same. With a file as the body,
 * all fields except `text` are in the query, and `skipPlaces` isn't available.
 */
export const watchImport = z
  .object({
    text: z.string().max(importLimits.bytes),
    commit: flag.default(false),
    preview: z.string().max(100).optional(),
    /** Places that don't exist: they are removed from all lines. */
    skipPlaces: z.array(placeRef).max(1_000).optional(),
  })
  .meta({ examples: [{ text: "tidewater\ntidewater crm -jobs", commit: false }] });

export const importQuery = watchImport.omit({ text: true, skipPlaces: true });
export type ImportQuery = z.infer<typeof importQuery>;

const line = exampleCount(1);

export const importResponse = z.object({
  /** Watches that can be created, or were created. */
  watches: z.array(
    z.object({
      line,
      keyword: exampleText("tidewater"),
      expression: z.string().nullable(),
      places: z.array(placeRef),
      isActive: z.boolean(),
    }),
  ),
  /** Lines that can't be imported. */
  problems: z.array(
    z.object({
      line,
      text: exampleText("tidewater AND"),
      message: exampleText("A term is missing after AND"),
    }),
  ),
  overLimit: z.array(z.object({ line, keyword: exampleText("tidewater") })),
  /** Watches that already exist or are duplicates in the file. */
  existing: z.array(z.object({ line, keyword: exampleText("tidewater") })),
  preview: exampleText("0f3c…"),
  isCommitted: z.boolean(),
  /** Ids of the created watches, in their order. Absent in previews. */
  ids: z.array(entityId).optional(),
});
export type ImportResponse = z.infer<typeof importResponse>;
