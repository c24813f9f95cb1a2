import * as z from "./zod";

const wholeNumber = (field: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `${field} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `${field} must be a whole number from ${min} to ${max}`)
    .meta({ type: "integer", minimum: min, maximum: max });

/** A place in a list by key: the creation time in milliseconds and the id of the last row that was given. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const cursorText = /^([0-9a-z]{1,11})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The value of X-Next-Cursor; opaque to clients. */
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

/** The fields every list takes: page 1 to 100 by number or a cursor beyond, limit 1 to 100, sort by creation. */
export const listQuery = {
  page: wholeNumber("page", 1, 100).default(1),
  limit: wholeNumber("limit", 1, 100).default(20),
  sort: z.enum(["newest", "oldest"]).default("newest"),
  cursor: cursor.optional(),
};

/** An entity's id as it stands in a path; what doesn't fit is answered like an id that doesn't exist. */
export const idText = z.uuid();

/** How many rows a call on many of them changed. */
export const updatedResponse = z.object({ updated: z.number() });
export type UpdatedResponse = z.infer<typeof updatedResponse>;
