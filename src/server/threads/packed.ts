import { setImmediate as breathe } from "node:timers/promises";

/** A long list in slices of JSON, which can be transferred between threads without copying. */
export interface Packed<Entry> {
  slices: Uint8Array<ArrayBuffer>[];
  /** Never set; only carries the type of the entries. */
  entry?: Entry;
}

const sliceLength = 100_000;

export function packed<Entry>(entries: Iterable<Entry>): Packed<Entry> {
  const encoder = new TextEncoder();
  const slices: Uint8Array<ArrayBuffer>[] = [];
  let texts: string[] = [];
  let length = 0;
  const close = () => {
    slices.push(encoder.encode(`[${texts.join(",")}]`));
    texts = [];
    length = 0;
  };
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    texts.push(text);
    length += text.length;
    if (length >= sliceLength) close();
  }
  if (texts.length > 0) close();
  return { slices };
}

export async function* unpacked<Entry>({ slices }: Packed<Entry>): AsyncGenerator<Entry, void, void> {
  const decoder = new TextDecoder();
  for (const slice of slices) {
    yield* JSON.parse(decoder.decode(slice)) as Entry[];
    await breathe();
  }
}
