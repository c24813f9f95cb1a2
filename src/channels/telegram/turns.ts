import { setTimeout as sleep } from "node:timers/promises";
import { perProcess } from "@/adapters/per-process";

/** Telegram allows one message per second in a chat, 20 per minute in a group, and 30 per second overall. */
const chatMs = 1_000;
export const groupMs = 3_000;
const overallMs = 40;
const repliesMs = 250;
/** Maximum time a message waits for its chat's turn before it is requeued. */
const patienceMs = 2_000;
const maxKept = 10_000;

export type Clock = () => number;
type Sleep = (ms: number) => Promise<unknown>;

export class Turns {
  readonly #nextMs = new Map<string, number>();
  #overallMs = 0;
  #repliesMs = 0;

  readonly #wait: Sleep;

  constructor(wait: Sleep = (ms) => sleep(ms)) {
    this.#wait = wait;
  }

  /** Waits for a chat's turn. Returns 0, or the delay (ms) to requeue with if the turn is too far off. */
  async take(chat: string, clock: Clock, maxMs = patienceMs): Promise<number> {
    const latestMs = clock() + maxMs;
    for (;;) {
      const nowMs = clock();
      const atMs = Math.max(this.#nextMs.get(chat) ?? 0, this.#overallMs);
      // Taken now instead of reserved: a process that was busy must not send all reserved messages together.
      if (atMs <= nowMs) {
        this.#overallMs = nowMs + overallMs;
        this.delay(chat, nowMs + spacingOf(chat));
        if (this.#nextMs.size > maxKept) this.#forgetIdle(nowMs);
        return 0;
      }
      if (atMs > latestMs) return Math.ceil(atMs - nowMs);
      await this.#wait(atMs - nowMs);
    }
  }

  /** Replies never wait, because strangers can write to the bot and alerts share its limits. */
  async handleReply(chat: string, clock: Clock): Promise<boolean> {
    const nowMs = clock();
    if (nowMs < this.#repliesMs || (await this.take(chat, () => nowMs, 0)) > 0) return false;
    this.#repliesMs = nowMs + repliesMs;
    return true;
  }

  /** A message has arrived, at the latest now. Its chat's next one must not arrive earlier than allowed. */
  end(chat: string, nowMs: number): void {
    this.delay(chat, nowMs + spacingOf(chat));
  }

  /** Delays a chat's next message until a time, such as the one that Telegram requested. */
  delay(chat: string, untilMs: number): void {
    this.#nextMs.set(chat, Math.max(this.#nextMs.get(chat) ?? 0, untilMs));
  }

  #forgetIdle(nowMs: number): void {
    for (const [chat, nextMs] of this.#nextMs) if (nextMs <= nowMs) this.#nextMs.delete(chat);
  }
}

/** True for groups and channels, whose ids are negative. */
export function isGroup(chat: string): boolean {
  return chat.startsWith("-");
}

function spacingOf(chat: string): number {
  return isGroup(chat) ? groupMs : chatMs;
}

export function turns(): Turns {
  return perProcess("earshotTelegramTurns", () => new Turns());
}
