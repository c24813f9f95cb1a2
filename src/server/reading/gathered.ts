import type { StreamBatch } from "@/domain/reading/stream";

/** Batches that arrive within this time are handled together (ms). */
const gatherMs = 20;
/** Interval of empty results while the stream is silent (ms). */
const tickMs = 250;
/** Limit on events handled together; a single batch can exceed it. */
const maxEvents = 1_000;

type Came = { chunk: StreamBatch } | { error: unknown } | "end" | "late";

/** Yields an empty group after silence, and batches before an error. Aborts `stop` if the caller stops. */
export async function* gathered(
  chunks: AsyncIterable<StreamBatch>,
  stop: AbortController,
): AsyncGenerator<StreamBatch[]> {
  const line = chunks[Symbol.asyncIterator]();
  const request = (): Promise<Came> =>
    line.next().then(
      ({ done, value }) => (done ? "end" : { chunk: value }),
      (error: unknown) => ({ error }),
    );
  let coming = request();
  try {
    for (;;) {
      const batch: StreamBatch[] = [];
      let events = 0;
      let came = await within(coming, tickMs);
      const untilMs = performance.now() + gatherMs;
      while (typeof came === "object" && "chunk" in came) {
        batch.push(came.chunk);
        events += came.chunk.events;
        coming = request();
        came = events >= maxEvents ? "late" : await within(coming, untilMs - performance.now());
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
