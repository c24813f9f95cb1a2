import type { LiveNews } from "@/contract/notification";

/** Connections with more unread data are closed. The client reconnects and continues where it was. */
const maxWaitingBytes = 1024 * 1024;
/** Sent mentions are remembered for twice the time that they are queried (ms). */
const knownMs = 120_000;

type LiveEvent = "open" | "beat" | "reset" | "news";
const encoder = new TextEncoder();

export function eventBytes(event: LiveEvent, upTo: Date, data: LiveNews | null = null): Uint8Array {
  return encoder.encode(`id: ${upTo.toISOString()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

interface StreamSettings {
  userId: string;
  sessionId: string;
  /** Mentions created after this time can be news. */
  since: Date;
  endsAtMs: number;
  onClose: (connection: LiveConnection) => void;
}

export class LiveConnection {
  readonly userId: string;
  readonly sessionId: string;
  readonly endsAtMs: number;
  readonly stream: ReadableStream<Uint8Array>;
  since: Date;
  sentAtMs = 0;
  readonly #sent = new Map<string, number>();
  readonly #onClose: (connection: LiveConnection) => void;
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

  /** Sends an event. Its id is `upTo`: everything until then has been sent. */
  send(event: LiveEvent, upTo: Date, data: LiveNews | null = null): void {
    this.sendBytes(eventBytes(event, upTo, data));
  }

  sendBytes(bytes: Uint8Array): void {
    this.sentAtMs = Date.now();
    this.#controller?.enqueue(bytes);
    if ((this.#controller?.desiredSize ?? 0) < -maxWaitingBytes) this.close();
  }

  wasSent(mentionId: string): boolean {
    return this.#sent.has(mentionId);
  }

  /** Marks these mentions as sent. Mentions created before `since` are no longer queried. */
  recordSent(mentionIds: readonly string[], since: Date): void {
    const nowMs = Date.now();
    for (const id of mentionIds) this.#sent.set(id, nowMs);
    for (const [id, sentAtMs] of this.#sent) if (sentAtMs < nowMs - knownMs) this.#sent.delete(id);
    if (since > this.since) this.since = since;
  }

  close(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#controller = null;
    // Throws if the client has already canceled it.
    try {
      controller.close();
    } catch {}
    this.#onClose(this);
  }
}
