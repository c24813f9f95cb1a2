import { timeoutSignal } from "@/adapters/timeout-signal";
import type { Item } from "@/domain/reading/item";
import { SiteError } from "@/domain/reading/site-error";
import { getFault } from "@/server/platform/run-context";
import type { StreamContext } from "./context";

/** Maximum delay of an alert for looking up author names (ms). */
const waitMs = 2_000;
/** Accounts per lookup. The others are shown by id. */
const maxRequested = 100;
/** Pause after a failed lookup (ms). */
const pauseMs = 30_000;
/** Cache lifetime of a name (ms). */
const knownMs = 3_600_000;
const maxKnown = 10_000;

export class AuthorNames {
  private known = new Map<string, { name: string | null; untilMs: number }>();
  private retryMs = 0;

  /** Returns author names by account id. Omits names that couldn't be fetched in time. */
  async of(context: StreamContext, items: readonly Item[]): Promise<Map<string, string>> {
    if (context.site.fetchNames === undefined) return new Map();
    const nowMs = context.clock().getTime();
    const ids = [...new Set(items.flatMap(({ author }) => (author === null ? [] : [author])))];
    const unknown = ids.filter((id) => (this.known.get(id)?.untilMs ?? 0) <= nowMs);
    if (unknown.length > 0 && nowMs >= this.retryMs)
      await this.learn(context, unknown.slice(0, maxRequested));
    const named = ids.map((id) => [id, this.known.get(id)?.name] as const);
    return new Map(named.filter((one): one is [string, string] => typeof one[1] === "string"));
  }

  private async learn(context: StreamContext, ids: readonly string[]): Promise<void> {
    const { site, budget, clock, faults } = context;
    const nowMs = clock().getTime();
    try {
      if (!(await budget.take("rest", site.lookUp.requests(ids.length)))) return;
      const signals = [timeoutSignal(waitMs), ...(context.signal ? [context.signal] : [])];
      const names = await site.fetchNames!(ids, AbortSignal.any(signals));
      if (this.known.size > maxKnown) this.known.clear();
      for (const id of ids) this.known.set(id, { name: names.get(id) ?? null, untilMs: nowMs + knownMs });
    } catch (error) {
      // A missing name must not fail the alert: the id is shown instead.
      if (!(error instanceof SiteError)) throw error;
      this.retryMs = nowMs + pauseMs;
      if (error.reason !== "aborted") faults.push(getFault("names", error));
    }
  }
}
