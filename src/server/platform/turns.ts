import { fairTimer } from "@/adapters/fair-timeout";

/** Identified by code, not class: Next loads a module once per bundle. */
function busy(): Error {
  return Object.assign(new Error("every connection was in use for too long"), { code: "POOL_BUSY" });
}

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

/** A semaphore per key. Waiters are served in order of arrival. */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /** Waits for one of `max` turns of this key. Returns a function that ends the turn. Throws POOL_BUSY. */
  async take(key: string, max: number, patienceMs: number): Promise<() => void> {
    const line = this.#lines.get(key) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.taken < max) line.taken += 1;
    else await this.#handedOver(line, patienceMs);
    return () => this.#end(key, line);
  }

  /** A turn that ends is handed directly to the next waiter, so a newcomer can't take it first. */
  #handedOver(line: Line, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopTimer = fairTimer(patienceMs, () => {
        line.waiting.delete(next);
        reject(busy());
      });
      const next = () => {
        stopTimer();
        resolve();
      };
      line.waiting.add(next);
    });
  }

  #end(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) this.#lines.delete(key);
  }
}
