import { timeoutSignal } from "@/adapters/timeout-signal";
import { SiteError } from "@/domain/reading/site-error";
import { getError } from "../errors";
import { aborted } from "../http";

export interface SseEvent {
  name: string;
  data: string;
  /** When it arrived (ms since the epoch). */
  atMs: number;
}

/** Skips longer lines: a post has up to 100 kB. More buffered events than this end the connection. */
const max = { line: 500_000, events: 20_000, characters: 32_000_000 };
/** Characters returned by `take`. Parsing hostile events of this length takes a second or two. */
const maxTaken = 200_000;

interface TakenEvents {
  events: SseEvent[];
  /** Number of lines before them that were too long. */
  skipped: number;
}

export interface SseSettings {
  url: string;
  userAgent: string;
  timeoutMs: number;
  /** A stream without events for this long counts as stalled (ms). */
  silenceMs: number;
  now: () => number;
}

/** Buffers events until they are taken, as the source doesn't repeat them. Throws SiteErrors after them. */
export class SseConnection {
  readonly openedMs: number;
  #events: SseEvent[] = [];
  #characters = 0;
  #skipped = 0;
  #lost: SiteError | null = null;
  #wake: () => void = () => {};
  #silence: NodeJS.Timeout;
  readonly #stop: AbortController;
  readonly #settings: SseSettings;

  private constructor(response: Response, stop: AbortController, settings: SseSettings) {
    this.#stop = stop;
    this.#settings = settings;
    this.openedMs = settings.now();
    this.#silence = this.#awaitEvent();
    void this.#read(response);
  }

  static async open(settings: SseSettings, signal: AbortSignal): Promise<SseConnection> {
    const stop = new AbortController();
    const opening = AbortSignal.any([signal, timeoutSignal(settings.timeoutMs)]);
    const leave = () => stop.abort();
    opening.addEventListener("abort", leave, { once: true });
    try {
      if (signal.aborted) throw aborted(false);
      const headers = { accept: "text/event-stream", "user-agent": settings.userAgent };
      const options = { headers, redirect: "manual", cache: "no-store", signal: stop.signal } as const;
      const response = await fetch(settings.url, options);
      const { status } = response;
      const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
      if (status === 200 && isStream && response.body !== null)
        return new SseConnection(response, stop, settings);
      stop.abort();
      if (status === 200) throw new SiteError("malformed", "the response isn't a stream", { status });
      const rate = { used: null, remaining: null, resetSeconds: null };
      throw getError({ status, headers: response.headers, body: "", rate }, settings.now());
    } catch (error) {
      // fetch throws a TypeError for network failures and the signal's reason for aborts.
      if (error instanceof SiteError) throw error;
      if (signal.aborted) throw aborted(true);
      throw new SiteError("unavailable", "the stream can't be reached", { reason: "network", cause: error });
    } finally {
      opening.removeEventListener("abort", leave);
    }
  }

  get isOpen(): boolean {
    return this.#lost === null;
  }

  close(): void {
    this.#lose(new SiteError("unavailable", "the stream was closed by us", { reason: "aborted" }));
  }

  /** Waits for events. Returns none if the signal is aborted. Throws if the connection is lost. */
  async take(signal: AbortSignal): Promise<TakenEvents> {
    while (this.#events.length === 0 && this.#lost === null && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", this.#wake, { once: true });
      });
      signal.removeEventListener("abort", this.#wake);
    }
    if (this.#events.length === 0 && this.#lost !== null && !signal.aborted) throw this.#lost;
    let count = 0;
    let characters = 0;
    while (count < this.#events.length && characters < maxTaken)
      characters += this.#events[count++]!.data.length;
    const taken = { events: this.#events.splice(0, count), skipped: this.#skipped };
    this.#characters -= characters;
    this.#skipped = 0;
    return taken;
  }

  putBack({ events, skipped }: TakenEvents): void {
    this.#events.unshift(...events);
    this.#characters += events.reduce((sum, { data }) => sum + data.length, 0);
    this.#skipped += skipped;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    let name = "";
    let isTooLong = false;
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
        rest = lines.pop()!;
        for (const line of lines) {
          if (isTooLong) [isTooLong, this.#skipped] = [false, this.#skipped + 1];
          else if (line.startsWith("event:")) name = line.slice(6).trim();
          else if (line.startsWith("data:")) this.#add(name, line.slice(5).trim());
        }
        if (rest.length > max.line) [isTooLong, rest] = [true, ""];
      }
      this.#lose(new SiteError("unavailable", "the stream was closed", { reason: "closed" }));
    } catch (cause) {
      // Any error of the connection ends the stream.
      this.#lose(new SiteError("unavailable", "the stream was interrupted", { reason: "network", cause }));
    }
  }

  #add(name: string, data: string): void {
    this.#events.push({ name, data, atMs: this.#settings.now() });
    this.#characters += data.length;
    clearTimeout(this.#silence);
    this.#silence = this.#awaitEvent();
    if (this.#events.length > max.events || this.#characters > max.characters)
      this.#lose(new SiteError("unavailable", "the stream was read too slowly", { reason: "too-slow" }));
    this.#wake();
  }

  /** Comments keep the connection open, but only events show that the stream works. */
  #awaitEvent(): NodeJS.Timeout {
    const { silenceMs } = this.#settings;
    const stall = () =>
      this.#lose(new SiteError("unavailable", `no event for ${silenceMs / 1_000} s`, { reason: "silent" }));
    return setTimeout(stall, silenceMs).unref();
  }

  #lose(error: SiteError): void {
    this.#lost ??= error;
    clearTimeout(this.#silence);
    this.#stop.abort();
    this.#wake();
  }
}
