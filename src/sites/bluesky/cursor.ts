import { createHash } from "node:crypto";

/** A Jetstream host. Each has its own sequence numbers. */
export interface Host {
  url: string;
  version: 1 | 2;
  id: string;
}

/** A position in the stream: an event of a host and its time (ms since the epoch). */
export interface Cursor {
  host: string;
  /** In version 1, the time in microseconds. */
  sequence: number;
  atMs: number;
  /** How far the host was behind then (ms): other hosts have earlier times for the same event. */
  lagMs: number;
}

/** Creates a host from its subscribe URL. URLs that end in '/subscribe' use version 1. */
export function hostAt(url: string): Host {
  const id = createHash("sha256").update(url).digest("hex").slice(0, 12);
  return { url, version: /\/subscribe$/.test(url) ? 1 : 2, id };
}

export function written({ host, sequence, atMs, lagMs }: Cursor): string {
  return `${host} ${sequence} ${atMs} ${lagMs}`;
}

/** A position at a time (ms since the epoch), on any host. */
export function atTime(atMs: number): Cursor {
  return { host: "", sequence: 0, atMs, lagMs: 0 };
}

/** Returns null if the text isn't a cursor. */
export function getCursor(text: string | null): Cursor | null {
  const [, host, ...numbers] = /^([0-9a-f]{12}) (\d{1,16}) (\d{1,16}) (\d{1,8})$/.exec(text ?? "") ?? [];
  const [sequence = 0, atMs = 0, lagMs = 0] = numbers.map(Number);
  return host === undefined ? null : { host, sequence, atMs, lagMs };
}
