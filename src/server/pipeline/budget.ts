import type { Rate, SiteError } from "@/adapters/reddit/reddit";
import { backoffMs, longestAskedMs } from "@/domain/backoff";
import { budgetWindowLimit, budgetWindowMs, requestRoom, type Purpose } from "@/domain/request-budget";
import { pool, transaction } from "@/server/database";
import { bookRequests, lockBudget } from "@/server/sql/reserve-requests";
import { settleBudget } from "@/server/sql/settle-budget";

const windowMs = budgetWindowMs;
/** What a window holds, for those that tell what is left of it. */
export const budgetWindow = { windowMs, limit: budgetWindowLimit };
const blockSize = { named: 8, rest: 4, gap: 4, all: 4, check: 4, question: 1 };
const longestWaitMs = 2_000;

/**
 * The requests of one client id, shared by all processes through the database. Reserved in blocks, so that a
 * request costs no statement of its own; what is left over is given back. A 429 or a refusal at the site's
 * edge pauses every lane of every process; other errors are the lane's own.
 */
export class Budget {
  requests = 0;
  private left: Record<Purpose, number> = { named: 0, rest: 0, gap: 0, all: 0, check: 0, question: 0 };
  private windowStart = new Date(0);
  private pausedUntil: Date | null = null;
  private failures = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private beside = { watchesAll: false, openGaps: 0 };

  constructor(
    private readonly settings: {
      clientId: string;
      allShare: number;
      clock: () => Date;
      sleep: (ms: number) => Promise<void>;
    },
  ) {}

  /** What is to be read beside the named subreddits: they leave it a part. */
  leaveFor(beside: { watchesAll: boolean; openGaps: number }): void {
    this.beside = beside;
  }

  /** Whether a request may be sent now. Waits out a pause of up to two seconds, else says no. */
  take(purpose: Purpose): Promise<boolean> {
    const turn = this.queue.then(() => this.takeInTurn(purpose));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async takeInTurn(purpose: Purpose): Promise<boolean> {
    const pauseMs = (this.pausedUntil?.getTime() ?? 0) - this.settings.clock().getTime();
    if (pauseMs > longestWaitMs) return false;
    if (pauseMs > 0) await this.settings.sleep(pauseMs);
    if (this.currentWindow() > this.windowStart.getTime()) await this.giveBack();
    if (this.left[purpose] === 0) await this.reserve(purpose);
    if (this.left[purpose] === 0) return false;
    this.left[purpose] -= 1;
    this.requests += 1;
    return true;
  }

  /** How long until a request may be sent again: the rest of a pause, else of the window. */
  waitMs(): number {
    const nowMs = this.settings.clock().getTime();
    const pauseMs = (this.pausedUntil?.getTime() ?? 0) - nowMs;
    return pauseMs > 0 ? pauseMs : this.currentWindow() + windowMs - nowMs;
  }

  private currentWindow(): number {
    return Math.floor(this.settings.clock().getTime() / windowMs) * windowMs;
  }

  private async reserve(purpose: Purpose): Promise<void> {
    const windowStart = new Date(this.currentWindow());
    const now = this.settings.clock();
    await transaction(async (tx) => {
      const budget = await lockBudget(tx, this.settings.clientId, windowStart);
      this.pausedUntil = budget.pausedUntil;
      this.failures = budget.failures;
      if (budget.pausedUntil !== null && budget.pausedUntil > now) return;
      const { used, usedByAll, usedByCheck } = budget;
      const elapsedMs = now.getTime() - windowStart.getTime();
      const { allShare } = this.settings;
      const room = requestRoom(purpose, {
        used,
        usedByAll,
        usedByCheck,
        elapsedMs,
        allShare,
        ...this.beside,
      });
      const granted = Math.min(blockSize[purpose], room);
      if (granted > 0) await bookRequests(tx, this.settings.clientId, windowStart, purpose, granted);
      this.left[purpose] = granted;
      this.windowStart = windowStart;
    });
  }

  /** To be told of every answer: ends a pause, or begins one when nothing is left at the site. */
  async heard(rate: Rate): Promise<void> {
    const now = this.settings.clock();
    // Sent before the pause began: it says nothing about whether the pause is over.
    if (this.pausedUntil !== null && this.pausedUntil > now) return;
    const spent = rate.remaining !== null && rate.remaining < 1 && rate.resetSeconds !== null;
    if (!spent && this.failures === 0) return;
    this.failures = 0;
    this.pausedUntil = spent
      ? new Date(now.getTime() + Math.min(rate.resetSeconds! * 1000, longestAskedMs))
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
    this.pausedUntil = this.pausedUntil !== null && this.pausedUntil > until ? this.pausedUntil : until;
    await this.settle(error.rate, now);
  }

  private async settle(rate: Rate, now: Date): Promise<void> {
    await settleBudget(pool(), {
      clientId: this.settings.clientId,
      remaining: rate.remaining,
      resetAt:
        rate.resetSeconds === null
          ? null
          : new Date(now.getTime() + Math.min(rate.resetSeconds * 1000, longestAskedMs)),
      pausedUntil: this.pausedUntil,
      failures: this.failures,
    });
  }

  /** Returns what was reserved and not needed. */
  async giveBack(): Promise<void> {
    for (const purpose of ["named", "rest", "gap", "all", "check", "question"] as const) {
      const count = this.left[purpose];
      this.left[purpose] = 0;
      if (count > 0) await bookRequests(pool(), this.settings.clientId, this.windowStart, purpose, -count);
    }
  }
}
