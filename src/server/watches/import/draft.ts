import type { watchDraft } from "@/contract/watch";
import type * as z from "@/contract/zod";

/** A line of a file as a watch request, not yet validated. */
export type Draft = z.input<typeof watchDraft>;

export class UnrecognizedValueError extends Error {}
