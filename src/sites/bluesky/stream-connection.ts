import { WebSocket, type RawData } from "ws";
import type { IncomingMessage } from "node:http";
import { SiteError, NO_RATE } from "@/domain/reading/site-error";
import { getError } from "../errors";
import type { Reply } from "../http";

/** `frames` and `characters`: the socket is paused above. The others limit a frame and an error response. */
const max = { frames: 1_000, characters: 4_000_000, frameBytes: 16 * 1024 * 1024, refusalBytes: 64 * 1024 };

export interface StreamSettings {
  userAgent: string;
  timeoutMs: number;
  now: () => number;
}

export class Refusal extends SiteError {
  static override [Symbol.hasInstance](error: unknown): error is Refusal {
    return error instanceof SiteError && "said" in error;
  }

  readonly said: string;

  constructor(error: SiteError, said: string) {
    super(error.kind, error.message, { ...error, retryAfterMs: error.retryAfterMs });
    this.said = said;
  }
}

/** Buffers frames and pauses the socket when full. SiteErrors are thrown after the buffered frames. */
export class StreamConnection {
  readonly #socket: WebSocket;
  #frames: string[] = [];
  #characters = 0;
  #lost: SiteError | null = null;
  #wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data, isBinary) => this.#keep(data, isBinary));
    socket.on("error", (cause) =>
      this.#lose(new SiteError("unavailable", "the stream was interrupted", { reason: "network", cause })),
    );
    socket.on("close", (code) =>
      this.#lose(new SiteError("unavailable", `the stream was closed with ${code}`, { reason: "closed" })),
    );
  }

  /** Throws a `Refusal` if the host responds with anything but an upgrade. */
  static open(
    url: string,
    version: 1 | 2,
    settings: StreamSettings,
    signal: AbortSignal,
  ): Promise<StreamConnection> {
    // Without this subprotocol, version 2 sends CBOR.
    const socket = new WebSocket(url, version === 2 ? ["xrpc.v1.json"] : [], {
      headers: { "user-agent": settings.userAgent },
      handshakeTimeout: settings.timeoutMs,
      maxPayload: max.frameBytes,
      perMessageDeflate: false,
    });
    return new Promise((resolve, reject) => {
      const leave = () => socket.terminate();
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      const connection = new StreamConnection(socket);
      socket.once("open", () => resolve(connection));
      socket.once("close", () => {
        signal.removeEventListener("abort", leave);
        reject(connection.#lost);
      });
      socket.once("unexpected-response", (_request, response) => {
        void toRefusal(response, settings).then((refusal) => {
          connection.#lose(refusal);
          socket.terminate();
        });
      });
    });
  }

  /** Waits `waitMs` for the first, then `gatherMs` for more, to avoid tiny batches. Empty on a timeout. */
  async take(waitMs: number, gatherMs: number): Promise<string[]> {
    if (this.#frames.length === 0 && this.#lost === null) {
      await this.#next(waitMs);
      if (this.#frames.length > 0 && this.#lost === null) await this.#gather(gatherMs);
    }
    const used = this.#frames;
    if (used.length === 0 && this.#lost !== null) throw this.#lost;
    this.#frames = [];
    this.#characters = 0;
    if (this.#socket.isPaused) this.#socket.resume();
    return used;
  }

  close(): void {
    this.#socket.terminate();
  }

  #keep(data: RawData, isBinary: boolean): void {
    // Binary messages are buffered as empty text and counted as unreadable.
    const frame = isBinary ? "" : data.toString();
    this.#frames.push(frame);
    this.#characters += frame.length;
    if (this.#isFull()) this.#socket.pause();
    this.#wake();
  }

  #isFull(): boolean {
    return this.#frames.length >= max.frames || this.#characters >= max.characters;
  }

  #lose(error: SiteError): void {
    this.#lost ??= error;
    this.#wake();
  }

  async #gather(ms: number): Promise<void> {
    const endsMs = performance.now() + ms;
    for (let left = ms; left > 0 && this.#lost === null && !this.#isFull(); left = endsMs - performance.now())
      await this.#next(left);
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function toRefusal(response: IncomingMessage, { now }: StreamSettings): Promise<Refusal> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    if (typeof value === "string") headers.set(name, value);
  let body = "";
  // The body is optional; the status is enough.
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      body += chunk;
      if (body.length > max.refusalBytes) break;
    }
  } catch {
    body = "";
  }
  const reply: Reply = { status: response.statusCode ?? 0, headers, body, rate: NO_RATE };
  return new Refusal(getError(reply, now()), body);
}
