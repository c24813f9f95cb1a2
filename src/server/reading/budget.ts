import type { Rate, SiteError } from "@/domain/reading/site-error";
import { backoffMs, maxRetryAfterMs } from "@/domain/time/backoff";
import {
  evenPaceMs,
  purposes,
  lookupWaitMs,
  requestCapacity,
  type BudgetState,
  type Purpose,
  type RequestWindow,
} from "@/domain/reading/request-budget";
import { prisma, transaction } from "@/server/platform/database";
import { bookRequests, lockBudget } from "@/server/reading/statements/budget";

export const skippedUnit = "budget";

const blockSize = { named: 8, rest: 4, gap: 4, all: 4, sequence: 50, check: 4, lookup: 1, anonymous: 1 };
const longestWaitMs = 2_000;
/** Maximum wait that a site can request, plus tolerance for clock differences. */
const maxPauseMs = maxRetryAfterMs + 60_000;

/** Shared by all processes. A 429 or a block at the edge pauses all lanes, other errors only theirs. */
export class Budget {
  requests = 0;
  private left = Object.fromEntries(purposes.map((purpose) => [purpose, 0])) as Record<Purpose, number>;
  private windowStart = new Date(0);
  private pausedUntil: Date | null = null;
  private failures = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private state: BudgetState | null = null;
  private beside = { watchesAll: false, openGaps: 0 };

  constructor(
    private readonly settings: {
      clientId: string;
      allShare: number;
      window: RequestWindow;
      clock: () => Date;
      sleep: (ms: number) => Promise<void>;
    },
  ) {}

  leaveFor(others: { watchesAll: boolean; openGaps: number }): void {
    this.beside = others;
  }

  /** Returns true if the requests can be sent now. Waits for pauses of up to two seconds. */
  take(purpose: Purpose, count = 1): Promise<boolean> {
    const turn = this.queue.then(() => this.takeInTurn(purpose, count));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async takeInTurn(purpose: Purpose, count: number): Promise<boolean> {
    const pauseMs = this.pauseMs();
    if (pauseMs > longestWaitMs) return false;
    if (pauseMs > 0) await this.settings.sleep(pauseMs);
    if (this.currentWindow() !== this.windowStart.getTime()) await this.giveBack();
    if (this.left[purpose] < count) await this.reserve(purpose, count - this.left[purpose]);
    if (this.left[purpose] < count) return false;
    this.left[purpose] -= count;
    this.requests += count;
    return true;
  }

  /** Books the requests that a response used beyond the reserved one. A negative count returns requests. */
  async note(purpose: Purpose, count: number): Promise<void> {
    if (count === 0) return;
    this.requests += count;
    await bookRequests(this.settings.clientId, this.windowStart, purpose, count);
  }

  /** Remaining pause requested by the site (ms); 0 if there is no pause. */
  pauseMs(): number {
    const ms = (this.pausedUntil?.getTime() ?? 0) - this.settings.clock().getTime();
    // Longer than any pause: it was recorded while a clock was ahead.
    return ms > maxPauseMs ? 0 : Math.max(0, ms);
  }

  /** How soon a read that used `cost` requests can be repeated (ms). Includes the remaining pause. */
  paceMs(cost: number, bounds: { minMs: number; maxMs: number }): number {
    const evenMs = evenPaceMs(cost, { ...this.settings, ...this.beside }, bounds);
    return Math.min(bounds.maxMs, Math.max(evenMs, this.pauseMs()));
  }

  lookupWaitMs(caller: "lookup" | "anonymous"): number {
    const pauseMs = this.pauseMs();
    return pauseMs > 0 || this.state === null ? Math.max(1_000, pauseMs) : lookupWaitMs(caller, this.state);
  }

  private currentWindow(): number {
    const { clock, window } = this.settings;
    return Math.floor(clock().getTime() / window.ms) * window.ms;
  }

  private async reserve(purpose: Purpose, min: number): Promise<void> {
    await transaction(async (tx) => {
      const now = this.settings.clock();
      const { clientId, allShare, window } = this.settings;
      const windowStart = new Date(this.currentWindow());
      const budget = await lockBudget(tx, {
        ...{ clientId, now, windowStart, maxPauseMs },
        windowMs: window.ms,
      });
      this.pausedUntil = budget.pausedUntil;
      this.failures = budget.failures;
      if (this.pauseMs() > 0) return;
      const elapsedMs = now.getTime() - budget.windowStart.getTime();
      this.state = { ...budget, window, elapsedMs, allShare, ...this.beside };
      const granted = Math.min(Math.max(min, blockSize[purpose]), requestCapacity(purpose, this.state));
      if (granted > 0) await bookRequests(clientId, budget.windowStart, purpose, granted);
      this.left[purpose] += granted;
      this.windowStart = budget.windowStart;
    });
  }

  /** Call this for every response. Ends a pause, or starts one if the site's limit is used up. */
  async recordRate(rate: Rate): Promise<void> {
    const now = this.settings.clock();
    // The request was sent before the pause started, so the response doesn't end the pause.
    if (this.pauseMs() > 0) return;
    const spent = rate.remaining !== null && rate.remaining < 1 && rate.resetSeconds !== null;
    if (!spent && this.failures === 0) return;
    this.failures = 0;
    this.pausedUntil = spent
      ? new Date(now.getTime() + Math.min(rate.resetSeconds! * 1000, maxRetryAfterMs))
      : null;
    await this.recordOutcome(rate, now);
  }

  /** Call this for every error. A 429 or a block at the edge pauses all lanes, longer for each in a row. */
  async failed(error: SiteError): Promise<void> {
    if (error.kind !== "rate-limited" && error.kind !== "blocked") return;
    const now = this.settings.clock();
    this.failures += 1;
    const capMs = error.kind === "blocked" ? 600_000 : 60_000;
    const ownMs = backoffMs(this.failures, { baseMs: 2_000, capMs, random: Math.random() });
    // A short Retry-After, repeated with every refusal, would cause many requests.
    const waitMs = Math.max(ownMs, Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs));
    const until = new Date(now.getTime() + waitMs);
    // Lanes that fail at the same time must not shorten each other's pause.
    this.pausedUntil = new Date(Math.max(until.getTime(), now.getTime() + this.pauseMs()));
    await this.recordOutcome(error.rate, now);
  }

  private async recordOutcome(rate: Rate, now: Date): Promise<void> {
    const { remaining, resetSeconds } = rate;
    const resetMs = resetSeconds === null ? null : Math.min(resetSeconds * 1000, maxRetryAfterMs);
    const { pausedUntil, failures } = this;
    const data = {
      ...(remaining !== null && { remaining }),
      ...(resetMs !== null && { resetAt: new Date(now.getTime() + resetMs) }),
      ...{ pausedUntil, failures },
    };
    // Another process can have recorded a longer pause since.
    const isEarlier = [{ pausedUntil: null }, { pausedUntil: { lte: pausedUntil ?? now } }];
    const where = { clientId: this.settings.clientId, OR: isEarlier };
    await prisma().budget.updateMany({ where, data });
  }

  async giveBack(): Promise<void> {
    for (const purpose of purposes) {
      const count = this.left[purpose];
      this.left[purpose] = 0;
      if (count > 0) await bookRequests(this.settings.clientId, this.windowStart, purpose, -count);
    }
  }
}
