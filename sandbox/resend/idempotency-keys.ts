import { createHash } from "node:crypto";

const lifetimeMs = 24 * 60 * 60 * 1000;
// Far more than a day of use; it only keeps a runaway test from filling the memory.
const maxKeys = 50_000;

interface Entry {
  fingerprint: string;
  startedAt: number;
  /** The answer's body, or null while the request is running. */
  answer: string | null;
}

/** What a key says of a request that comes with it. */
export type KeyState = { kind: "new" | "running" | "other" } | { kind: "answered"; answer: string };

/** What was answered under each key, for 24 hours from the key's first request. */
export class IdempotencyKeys {
  private readonly entries = new Map<string, Entry>();

  /** Looks a key up; a new one counts as running from now on, until it is answered or released. */
  begin(key: string, path: string, body: string, now: Date): KeyState {
    this.forget(now);
    const fingerprint = createHash("sha256").update(`${path}\n${body}`).digest("base64");
    const entry = this.entries.get(key);
    if (entry === undefined) {
      this.entries.set(key, { fingerprint, startedAt: now.getTime(), answer: null });
      return { kind: "new" };
    }
    if (entry.answer === null) return { kind: "running" };
    return entry.fingerprint === fingerprint ? { kind: "answered", answer: entry.answer } : { kind: "other" };
  }

  /** Keeps the answer for whoever comes with the key again. */
  answer(key: string, answer: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.answer = answer;
  }

  /** A request that accepted nothing leaves its key unused. */
  release(key: string): void {
    if (this.entries.get(key)?.answer === null) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** The map is in order of arrival, so what is over stands at its front. */
  private forget(now: Date): void {
    for (const [key, entry] of this.entries) {
      const isOver = now.getTime() - entry.startedAt >= lifetimeMs;
      if (!isOver && this.entries.size < maxKeys) return;
      this.entries.delete(key);
    }
  }
}
