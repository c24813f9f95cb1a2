import { createHash } from "node:crypto";

const lifetimeMs = 24 * 60 * 60 * 1000;
// Far more than a day of normal use. Keeps runaway tests from exhausting memory.
const maxKeys = 50_000;

interface Entry {
  fingerprint: string;
  startedAt: number;
  /** The response body, or null while the request is running. */
  response: string | null;
}

/** State of a request's idempotency key. */
export type KeyState = { kind: "new" | "running" | "other" } | { kind: "answered"; response: string };

/** Stores responses by key for 24 hours after the key's first request. */
export class IdempotencyKeys {
  private readonly entries = new Map<string, Entry>();

  /** Looks up a key. New keys count as running until they are answered or released. */
  begin(key: string, path: string, body: string, now: Date): KeyState {
    this.forget(now);
    const fingerprint = createHash("sha256").update(`${path}\n${body}`).digest("base64");
    const entry = this.entries.get(key);
    if (entry === undefined) {
      this.entries.set(key, { fingerprint, startedAt: now.getTime(), response: null });
      return { kind: "new" };
    }
    if (entry.response === null) return { kind: "running" };
    return entry.fingerprint === fingerprint
      ? { kind: "answered", response: entry.response }
      : { kind: "other" };
  }

  /** Stores the response for repeated requests. */
  complete(key: string, response: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.response = response;
  }

  /** Frees the key of a request that failed. */
  release(key: string): void {
    if (this.entries.get(key)?.response === null) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Deletes expired keys, which are first because a Map keeps insertion order. */
  private forget(now: Date): void {
    for (const [key, entry] of this.entries) {
      const isOver = now.getTime() - entry.startedAt >= lifetimeMs;
      if (!isOver && this.entries.size < maxKeys) return;
      this.entries.delete(key);
    }
  }
}
