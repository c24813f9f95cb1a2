import type { Rate, SiteError } from "@/domain/site-error";
import { backoffMs, maxRetryAfterMs } from "@/domain/backoff";
import {
  evenPaceMs,
  purposes,
  lookupWaitMs,
  requestCapacity,
  type BudgetState,
  type Purpose,
  type RequestWindow,
} from "@/domain/request-budget";
import { pool, transaction } from "@/server/platform/database";
import { bookRequests, lockBudget, settleBudget } from "@/server/reading/statements/budget";

/** The unit of the fault of a poll that could ask the site nothing. */
export const skippedUnit = "budget";

const blockSize = { named: 8, rest: 4, gap: 4, all: 4, sequence: 50, check: 4, question: 1, stranger: 1 };
const longestWaitMs = 2_000;
/** The site may ask for an hour; a little more for clocks that differ. */
const longestPauseMs = maxRetryAfterMs + 60_000;

/**
 * The requests of one client id at a site, shared by all processes through the database. Reserved in blocks, so that a
 * request costs no statement of its own; what is left over is given back. A 429 or a refusal at the site's
 * edge pauses every lane of every process; other errors are the lane's own.
 */
export class Budget {
  requests = 0;
  private left = Object.fromEntries(purposes.map((purpose) => [purpose, 0])) as Record<Purpose, number>;
  private windowStart = new Date(0);
  private pausedUntil: Date | null = null;
  private failures = 0;
  private queue: Promise<unknown> = Promise.resolve();
  /** As it was when requests were last reserved or refused. */
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

  /** What is to be read beside the named places: they leave it a part. */
  leaveFor(beside: { watchesAll: boolean; openGaps: number }): void {
    this.beside = beside;
  }

  /** Whether so many requests may be sent now. Waits out a pause of up to two seconds, else says no. */
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

  /** Writes down what an answer took beyond the request that was reserved; less than none gives back. */
  async note(purpose: Purpose, count: number): Promise<void> {
    if (count === 0) return;
    this.requests += count;
    await bookRequests(pool(), this.settings.clientId, this.windowStart, purpose, count);
  }

  /** How long the site asked everybody to wait from now on; 0: it doesn't. */
  pauseMs(): number {
    const ms = (this.pausedUntil?.getTime() ?? 0) - this.settings.clock().getTime();
    // Nobody is paused for so long: a clock was ahead when this was heard.
    return ms > longestPauseMs ? 0 : Math.max(0, ms);
  }

  /** How soon what cost so many requests may be read again; nothing is asked during a pause. */
  paceMs(cost: number, bounds: { leastMs: number; mostMs: number }): number {
    const evenMs = evenPaceMs(cost, { ...this.settings, ...this.beside }, bounds);
    return Math.min(bounds.mostMs, Math.max(evenMs, this.pauseMs()));
  }

  /** How long until a question that was refused may be asked again. */
  lookupWaitMs(caller: "question" | "stranger"): number {
    const pauseMs = this.pauseMs();
    return pauseMs > 0 || this.state === null ? Math.max(1_000, pauseMs) : lookupWaitMs(caller, this.state);
  }

  private currentWindow(): number {
    const { clock, window } = this.settings;
    return Math.floor(clock().getTime() / window.ms) * window.ms;
  }

  private async reserve(purpose: Purpose, least: number): Promise<void> {
    await transaction(async (tx) => {
      const now = this.settings.clock();
      const { clientId, allShare, window } = this.settings;
      const windowStart = new Date(this.currentWindow());
      const budget = await lockBudget(tx, {
        ...{ clientId, now, windowStart, longestPauseMs },
        windowMs: window.ms,
      });
      this.pausedUntil = budget.pausedUntil;
      this.failures = budget.failures;
      if (this.pauseMs() > 0) return;
      const elapsedMs = now.getTime() - budget.windowStart.getTime();
      this.state = { ...budget, window, elapsedMs, allShare, ...this.beside };
      const granted = Math.min(Math.max(least, blockSize[purpose]), requestCapacity(purpose, this.state));
      if (granted > 0) await bookRequests(tx, clientId, budget.windowStart, purpose, granted);
      this.left[purpose] += granted;
      this.windowStart = budget.windowStart;
    });
  }

  /** To be told of every answer: ends a pause, or begins one when nothing is left at the site. */
  async heard(rate: Rate): Promise<void> {
    const now = this.settings.clock();
    // Sent before the pause began: it says nothing about whether the pause is over.
    if (this.pauseMs() > 0) return;
    const spent = rate.remaining !== null && rate.remaining < 1 && rate.resetSeconds !== null;
    if (!spent && this.failures === 0) return;
    this.failures = 0;
    this.pausedUntil = spent
      ? new Date(now.getTime() + Math.min(rate.resetSeconds! * 1000, maxRetryAfterMs))
      : null;
    await this.settle(rate, now);
  }

  /** To be told of every error: a 429 or an edge refusal pauses all lanes, growing with each in a row. */
  async failed(error: SiteError): Promise<void> {
    if (error.kind !== "rate-limited" && error.kind !== "blocked") return;
    const now = this.settings.clock();
    this.failures += 1;
    const capMs = error.kind === "blocked" ? 600_000 : 60_000;
    const waitMs = backoffMs(this.failures, {
      baseMs: 2_000,
      capMs,
      askedMs: error.retryAfterMs,
      random: Math.random(),
    });
    const until = new Date(now.getTime() + waitMs);
    // Lanes that fail at the same time must not shorten each other's pause.
    this.pausedUntil = new Date(Math.max(until.getTime(), now.getTime() + this.pauseMs()));
    await this.settle(error.rate, now);
  }

  private async settle(rate: Rate, now: Date): Promise<void> {
    await settleBudget(pool(), {
      clientId: this.settings.clientId,
      remaining: rate.remaining,
      resetAt:
        rate.resetSeconds === null
          ? null
          : new Date(now.getTime() + Math.min(rate.resetSeconds * 1000, maxRetryAfterMs)),
      pausedUntil: this.pausedUntil,
      failures: this.failures,
    });
  }

  /** Returns what was reserved and not needed. */
  async giveBack(): Promise<void> {
    for (const purpose of purposes) {
      const count = this.left[purpose];
      this.left[purpose] = 0;
      if (count > 0) await bookRequests(pool(), this.settings.clientId, this.windowStart, purpose, -count);
    }
  }
}
