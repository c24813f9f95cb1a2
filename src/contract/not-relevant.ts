import { exampleCount, exampleText } from "./entity";
import * as z from "./zod";

/** POST /api/notifications/{id}/not-relevant: suggestions for excluding similar items, best first. */
export const notRelevantResponse = z.object({
  /** The watch's current expression, for undoing the change. Null: only its keyword. */
  expression: z.string().nullable(),
  suggestions: z
    .array(
      z.object({
        kind: z.enum(["words", "author", "place"]),
        text: exampleText("hiring"),
        /** The watch's new expression. PUT it to apply the suggestion. */
        expression: exampleText("tidewater -hiring"),
        /** The number of the watch's latest thousand notifications it would hide. */
        hides: exampleCount(4),
        of: exampleCount(12),
        openedAmongHidden: z.number(),
      }),
    )
    .max(3),
});
export type NotRelevantResponse = z.infer<typeof notRelevantResponse>;
