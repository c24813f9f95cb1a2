import type { LiveNews } from "@/contract/notification";

/** Who reads so slowly that this much waits for it is let go; it comes back and is told from where it was. */
const mostWaitingBytes = 1024 * 1024;
/** Clips that were told are known for so long: twice as long as they are looked for. */
const knownMs = 120_000;

type LiveEvent = "open" | "beat" | "reset" | "news";
const encoder = new TextEncoder();

export function eventBytes(event: LiveEvent, upTo: Date, data: LiveNews | null = null): Uint8Array {
  return encoder.encode(`id: ${upTo.toISOString()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

interface StreamSettings {
  userId: string;
  sessionId: string;
  /** Clips that were made after it may be news. */
  since: Date;
  endsAtMs: number;
  onClose: (line: LiveConnection) => void;
}

/** One open call: what is sent on it, and what was told on it. */
export class LiveConnection {
  readonly userId: string;
  readonly sessionId: string;
  readonly endsAtMs: number;
  readonly stream: ReadableStream<Uint8Array>;
  since: Date;
  sentAtMs = 0;
  /** Clips by their ids, and when they were told. */
  readonly #told = new Map<string, number>();
  readonly #onClose: (line: LiveConnection) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor({ userId, sessionId, since, endsAtMs, onClose }: StreamSettings) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.since = since;
    this.endsAtMs = endsAtMs;
    this.#onClose = onClose;
    this.stream = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.#controller = controller), cancel: () => this.close() },
      new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
    );
  }

  /** An event whose id is the moment up to which all was told. */
  send(event: LiveEvent, upTo: Date, data: LiveNews | null = null): void {
    this.sendBytes(eventBytes(event, upTo, data));
  }

  /** The same as it goes over the wire, which may be one for many lines. */
  sendBytes(bytes: Uint8Array): void {
    this.sentAtMs = Date.now();
    this.#controller?.enqueue(bytes);
    if ((this.#controller?.desiredSize ?? 0) < -mostWaitingBytes) this.close();
  }

  isTold(mentionId: string): boolean {
    return this.#told.has(mentionId);
  }

  /** Notes what is told of now; of what was made before `since` nothing is looked for any more. */
  tell(mentionIds: readonly string[], since: Date): void {
    const nowMs = Date.now();
    for (const id of mentionIds) this.#told.set(id, nowMs);
    for (const [id, toldMs] of this.#told) if (toldMs < nowMs - knownMs) this.#told.delete(id);
    if (since > this.since) this.since = since;
  }

  close(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#controller = null;
    // Cancelled by its reader it is closed already.
    try {
      controller.close();
    } catch {}
    this.#onClose(this);
  }
}
