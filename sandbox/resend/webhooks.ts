import { createHmac, randomUUID } from "node:crypto";
import type { Mail } from "./mail";

export interface WebhookSettings {
  url: string | null;
  /** "whsec_" and the base64 key. */
  secret: string;
  now: () => Date;
  /** Delays before the second and further attempts. */
  waitsMs?: readonly number[];
}

export type EventType = "email.delivered" | "email.bounced" | "email.complained";

interface Message {
  id: string;
  body: string;
  attempts: number;
  /** Called after the first attempt. */
  attempted: () => void;
}

// Ensures that the response with the email's id arrives before its events.
const soonMs = 300;
const attemptTimeoutMs = 15_000;
const defaultWaitsMs = [1_000, 5_000, 30_000, 120_000, 300_000];
const maxRunning = 4;
const maxWaiting = 10_000;

/**
 * Sends signed events to the app, a few in parallel. Retries with increasing delays until the response is
 * 2xx, then gives up.
 */
export class Webhooks {
  private waiting: Message[] = [];
  private running = 0;
  /** Increases with every `clear`. Older events are dropped. */
  private epoch = 0;

  constructor(private readonly settings: WebhookSettings) {}

  /** Sends an event. Resolves after the first attempt, whether or not it succeeded. Never rejects. */
  send(type: EventType, mail: Mail): Promise<void> {
    if (this.settings.url === null || this.waiting.length >= maxWaiting) return Promise.resolve();
    const body = JSON.stringify(eventOf(type, mail, this.settings.now()));
    return new Promise((attempted) => {
      this.waiting.push({ id: `msg_${randomUUID().replaceAll("-", "")}`, body, attempts: 0, attempted });
      this.work();
    });
  }

  /** Sends an event shortly after the email was accepted. */
  sendSoon(type: EventType, mail: Mail): void {
    if (this.settings.url === null) return;
    this.later(soonMs, () => void this.send(type, mail));
  }

  /** Drops pending events. */
  clear(): void {
    this.epoch++;
    for (const message of this.waiting) message.attempted();
    this.waiting = [];
  }

  private work(): void {
    while (this.running < maxRunning) {
      const message = this.waiting.shift();
      if (message === undefined) return;
      this.running++;
      void this.attempt(message, this.epoch).finally(() => {
        this.running--;
        this.work();
      });
    }
  }

  private async attempt(message: Message, epoch: number): Promise<void> {
    const accepted = await this.post(message);
    message.attempts++;
    message.attempted();
    const waitMs = (this.settings.waitsMs ?? defaultWaitsMs)[message.attempts - 1];
    if (accepted || waitMs === undefined || epoch !== this.epoch) return;
    this.later(waitMs, () => {
      this.waiting.push(message);
      this.work();
    });
  }

  private later(waitMs: number, then: () => void): void {
    const { epoch } = this;
    setTimeout(() => {
      if (epoch === this.epoch) then();
    }, waitMs).unref();
  }

  private async post({ id, body }: Message): Promise<boolean> {
    if (this.settings.url === null) return false;
    try {
      const response = await fetch(this.settings.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...getSignature(id, body, this.settings.secret) },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(attemptTimeoutMs),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      // The app may have stopped or not started yet. Retry later.
      return false;
    }
  }
}

/** Signed with the wall clock's time, because receivers check freshness by their own clock. */
function getSignature(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
}

function eventOf(type: EventType, mail: Mail, now: Date): object {
  const data = {
    created_at: mail.createdAt.toISOString(),
    email_id: mail.id,
    message_id: `<${mail.id}@sandbox.example>`,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
  };
  const bounce = {
    type: "Permanent",
    subType: "General",
    message: "The recipient's mailbox does not exist.",
  };
  return {
    type,
    created_at: now.toISOString(),
    data: type === "email.bounced" ? { ...data, bounce } : data,
  };
}
