import type { StreamBatch } from "@/domain/stream";

/** What comes within so long is taken in together. */
const gatherMs = 20;
/** So often its reader hears that nothing came. */
const tickMs = 250;
/** Events that are taken in together at most, but for one piece that has more. */
const mostEvents = 1_000;

type Came = { piece: StreamBatch } | { error: unknown } | "end" | "late";

/**
 * The pieces of a stream as they come together; none where nothing came for a while. While they are worked on at most one more is
 * taken off the line. What came before the line failed is given before the error. Aborts `stop` when its reader goes away.
 */
export async function* gathered(
  pieces: AsyncIterable<StreamBatch>,
  stop: AbortController,
): AsyncGenerator<StreamBatch[]> {
  const line = pieces[Symbol.asyncIterator]();
  const ask = (): Promise<Came> =>
    line.next().then(
      ({ done, value }) => (done ? "end" : { piece: value }),
      (error: unknown) => ({ error }),
    );
  let coming = ask();
  try {
    for (;;) {
      const batch: StreamBatch[] = [];
      let events = 0;
      let came = await within(coming, tickMs);
      const untilMs = performance.now() + gatherMs;
      while (typeof came === "object" && "piece" in came) {
        batch.push(came.piece);
        events += came.piece.events;
        coming = ask();
        came = events >= mostEvents ? "late" : await within(coming, untilMs - performance.now());
      }
      yield batch;
      if (came === "end") return;
      if (typeof came === "object") throw came.error;
    }
  } finally {
    stop.abort();
    await coming;
    await line.return?.();
  }
}

async function within(coming: Promise<Came>, ms: number): Promise<Came> {
  if (ms <= 0) return "late";
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(resolve, ms, "late")));
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
