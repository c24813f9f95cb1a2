/** Jitter between start and arrival that Telegram tolerates (ms). */
const jitterMs = 100;

/**
 * Telegram's limits in real time: one message per second in a chat, 20 per minute in a group, 30 per second
 * overall. Off by default, because most tests move the clock instead of waiting.
 */
export class Pace {
  isOn = false;
  /** Requests over a limit. */
  exceeded = 0;
  #all: number[] = [];
  #chats = new Map<number, number[]>();

  reset(): void {
    this.isOn = false;
    this.exceeded = 0;
    this.#all = [];
    this.#chats.clear();
  }

  /** Counts a message. Returns 0, or the seconds to wait if it is over a limit. */
  wait(chat: number): number {
    if (!this.isOn) return 0;
    const nowMs = performance.now();
    const own = this.#chats.get(chat) ?? [];
    const within = (times: number[], ms: number) => times.filter((atMs) => atMs > nowMs - ms).length;
    const isOver =
      within(own, 1_000 - jitterMs) >= 1 ||
      (chat < 0 && within(own, 60_000 - jitterMs) >= 20) ||
      within(this.#all, 1_000 - jitterMs) >= 30;
    if (isOver) {
      this.exceeded += 1;
      return 1;
    }
    this.#chats.set(chat, [...own.slice(-20), nowMs]);
    this.#all = [...this.#all.slice(-30), nowMs];
    return 0;
  }
}
