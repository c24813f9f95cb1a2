import { exampleCount, exampleText, moment } from "./entity";
import * as z from "./zod";

const wholeNumber = (field: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `${field} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `${field} must be a whole number from ${min} to ${max}`)
    .meta({ type: "integer", minimum: min, maximum: max });

/** A position in a list: creation time (ms) and id of the last returned row. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const cursorText = /^([0-9a-z]{1,11})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The value of X-Next-Cursor, opaque to clients. */
export function formatCursor(cursor: Cursor): string {
  return `${cursor.createdAt.getTime().toString(36)}_${cursor.id}`;
}

const cursor = z.string().transform((value, context): Cursor => {
  const [, time, id] = cursorText.exec(value) ?? [];
  const createdAt = new Date(time === undefined ? NaN : parseInt(time, 36));
  if (id === undefined || Number.isNaN(createdAt.getTime())) {
    context.addIssue({ code: "custom", message: "cursor must be a value of X-Next-Cursor" });
    return z.NEVER;
  }
  return { createdAt, id };
});

/** Query fields of all lists: page 1 to 100, or a cursor for more, limit 1 to 100, sort by creation time. */
export const listQuery = {
  page: wholeNumber("page", 1, 100).default(1),
  limit: wholeNumber("limit", 1, 100).default(20),
  sort: z.enum(["newest", "oldest"]).default("newest"),
  cursor: cursor.optional(),
};

/** An entity id in a path. Invalid ids get the same response as unknown ones. */
export const idText = z.uuid();

export const updatedResponse = z.object({ updated: exampleCount(3) });
export type UpdatedResponse = z.infer<typeof updatedResponse>;

/** A token for POST /api/undo/{token}, valid until then. */
const undo = z.object({ token: exampleText("4f6c1a52-9d0b-4f0e-8a57-2f1c6a6f3b11"), until: moment });
export type Undo = z.infer<typeof undo>;

/** A bulk change that can be undone for a minute. */
export const undoableResponse = updatedResponse.extend({ undo });
export type UndoableResponse = z.infer<typeof undoableResponse>;

/** The number of notifications that are as they were before the change. */
export const restoredResponse = z.object({ restored: exampleCount(12) });
export type RestoredResponse = z.infer<typeof restoredResponse>;
