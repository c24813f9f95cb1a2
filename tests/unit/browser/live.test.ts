import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenLive } from "@/browser/live";

const event = (name: string, data = "null") =>
  `id: 2026-11-22T12:00:00.000Z\nevent: ${name}\ndata: ${data}\n\n`;

/** Serves these responses in order. Returns the times of the requests in seconds. */
function serving(responses: readonly ((signal: AbortSignal) => Promise<Response>)[]) {
  const startedMs = Date.now();
  const requested: number[] = [];
  vi.stubGlobal("fetch", (_address: string, { signal }: { signal: AbortSignal }) => {
    requested.push((Date.now() - startedMs) / 1000);
    return (responses[requested.length - 1] ?? isDelayed)(signal);
  });
  return requested;
}

/** A proxy that buffers the whole response. */
const isDelayed = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
const open = () =>
  Promise.resolve(new Response(new ReadableStream({ start: (c) => c.enqueue(bytes("open")) })));
const bytes = (name: string) => new TextEncoder().encode(event(name));

let stop: () => void;
const current: boolean[] = [];
const listen = () => {
  const nothing = () => undefined;
  stop = listenLive({
    from: () => "",
    onNews: nothing,
    onReset: nothing,
    onStatus: (is) => current.push(is),
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("localStorage", { getItem: () => null });
  current.length = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("retries soon after a slow response and then receives updates", async () => {
  const requested = serving([isDelayed, open]);
  listen();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(requested).toEqual([0, 7]);
  expect(current).toEqual([false, true]);
});

test("backs off up to five minutes while a proxy buffers responses", async () => {
  const requested = serving([]);
  listen();
  await vi.advanceTimersByTimeAsync(3_600_000);
  const waits = requested.slice(1).map((at, n) => at - requested[n]! - 5);
  expect(waits.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test("retries a server that is shutting down soon, and one without live updates after five minutes", async () => {
  const refused = (status: number) => () => Promise.resolve(new Response(null, { status }));
  const requested = serving([refused(503), refused(204), open]);
  listen();
  await vi.advanceTimersByTimeAsync(310_000);
  expect(requested).toEqual([0, 2, 302]);
});
