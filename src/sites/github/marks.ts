import * as z from "zod";

export interface Mark {
  atMs: number;
  /** Validator of the last response, if the next request is the same, or the version of the feed. */
  tag: string | null;
  readMs: number | null;
}

const stored = z.object({
  at: z.number(),
  tag: z.string().nullish(),
  read: z.number().nullish(),
});

/** A list without a mark starts when its place was first watched. */
export function readMark(mark: string | null, since: Date): Mark {
  const { data } = stored.safeParse(mark === null ? null : JSON.parse(mark));
  return { atMs: data?.at ?? since.getTime(), tag: data?.tag ?? null, readMs: data?.read ?? null };
}

export function writeMark({ atMs, tag, readMs }: Mark): string {
  return JSON.stringify({ at: atMs, ...(tag !== null && { tag }), ...(readMs !== null && { read: readMs }) });
}
