import { createHmac } from "node:crypto";

/** Injected failures for the next events. */
export interface WebhookHabits {
  drop?: number;
  /** Number of times that each event is sent. Default: 1. */
  times?: number;
  /** Holds events until they are released. */
  hold?: boolean;
}

export interface SignedEvent {
  id: string;
  type: string;
  body: string;
}

interface Settings {
  url: string | null;
  secret: string;
  /** Delays before the second and further attempts. */
  waitsMs?: readonly number[];
}

const attemptTimeoutMs = 15_000;
const defaultWaitsMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const maxWaiting = 10_000;

/** Returns the signature header. By the wall clock, because receivers check freshness by their own clock. */
export function getSignature(body: string, secret: string, atMs = Date.now()): string {
  const timestamp = Math.floor(atMs / 1000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

/** Sends signed events to the app one by one. Retries with increasing delays until the response is 2xx. */
export class Webhooks {
  habits: WebhookHabits = {};
  /** Events on hold, oldest first. */
  held: SignedEvent[] = [];
  /** The last response status by event. 0: no response. */
  readonly responses = new Map<string, number>();
  #waiting: { event: SignedEvent; attempts: number }[] = [];
  #isWorking = false;
  /** Increases with every `clear`. Older events are dropped. */
  #epoch = 0;

  constructor(private readonly settings: Settings) {}

  send(event: SignedEvent): void {
    if ((this.habits.drop ?? 0) > 0) {
      this.habits.drop = this.habits.drop! - 1;
      return;
    }
    if (this.habits.hold === true) this.held.push(event);
    else for (let time = 0; time < (this.habits.times ?? 1); time++) this.#push(event);
  }

  /** Sends the events on hold in this order. */
  release(order: "oldest" | "newest" | "shuffled"): number {
    const stored = this.held;
    this.held = [];
    this.habits.hold = false;
    if (order === "newest") stored.reverse();
    if (order === "shuffled") stored.sort(() => Math.random() - 0.5);
    for (const event of stored) this.send(event);
    return stored.length;
  }

  clear(): void {
    this.#epoch++;
    this.#waiting = [];
    this.held = [];
    this.habits = {};
    this.responses.clear();
  }

  #push(event: SignedEvent, attempts = 0): void {
    if (this.settings.url === null || this.#waiting.length >= maxWaiting) return;
    this.#waiting.push({ event, attempts });
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // Short delay, as over a network, so the API response arrives before its events.
    await new Promise((resolve) => setTimeout(resolve, 50).unref());
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const epoch = this.#epoch;
      const status = await this.#post(next.event);
      if (epoch !== this.#epoch) continue;
      this.responses.set(next.event.id, status);
      const waitMs = (this.settings.waitsMs ?? defaultWaitsMs)[next.attempts];
      if (isTaken(status) || waitMs === undefined) continue;
      const { event, attempts } = next;
      setTimeout(() => epoch === this.#epoch && this.#push(event, attempts + 1), waitMs).unref();
    }
    this.#isWorking = false;
  }

  async #post({ body }: SignedEvent): Promise<number> {
    try {
      const response = await fetch(this.settings.url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": getSignature(body, this.settings.secret),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(attemptTimeoutMs),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // The app may have stopped or not started yet. Retry later.
      return 0;
    }
  }
}

export function isTaken(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}
