import { createHash } from "node:crypto";

/** One that serves the stream: by its own wire, and by sequence numbers of its own. */
export interface Host {
  url: string;
  /** Of Jetstream. */
  version: 1 | 2;
  /** As cursors name it. */
  id: string;
}

/** Where a stream stands: behind an event of a host, told by it at a time, milliseconds since the epoch. */
export interface Cursor {
  host: string;
  /** Of version 1 the time in microseconds. */
  sequence: number;
  atMs: number;
  /** So long after it was written what is told came to the host then: the clock of another host has it earlier. */
  lagMs: number;
}

/** A host by the address at which it is subscribed to; one that ends in '/subscribe' speaks version 1. */
export function hostAt(url: string): Host {
  const id = createHash("sha256").update(url).digest("hex").slice(0, 12);
  return { url, version: /\/subscribe$/.test(url) ? 1 : 2, id };
}

export function written({ host, sequence, atMs, lagMs }: Cursor): string {
  return `${host} ${sequence} ${atMs} ${lagMs}`;
}

/** Null for what is no cursor: then nothing is known of what was told. */
export function cursorOf(text: string | null): Cursor | null {
  const [, host, ...numbers] = /^([0-9a-f]{12}) (\d{1,16}) (\d{1,16}) (\d{1,8})$/.exec(text ?? "") ?? [];
  const [sequence = 0, atMs = 0, lagMs = 0] = numbers.map(Number);
  return host === undefined ? null : { host, sequence, atMs, lagMs };
}
