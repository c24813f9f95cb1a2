import { Matcher } from "@/domain/matching/matcher";
import { pool } from "@/server/database";
import { listRules, readHorizon } from "@/server/sql/list-rules";

/** Deleted watches leave no trace to follow; reading everything anew once an hour forgets them. */
const reloadEveryMs = 3_600_000;

/**
 * The compiled watches, kept in the process and brought up to date by what changed since. A watch that was
 * deleted meanwhile may still match; recording joins the watch's row and drops it.
 */
export class WatchSet {
  private matcher: Matcher | null = null;
  private horizon = "0";
  private loadedAt = 0;
  private turn: Promise<unknown> = Promise.resolve();

  /** The matcher as of now; to be asked after a page is fetched and before it is matched. */
  current(now: Date): Promise<Matcher> {
    const next = this.turn.then(() => this.refresh(now));
    this.turn = next.catch(() => undefined);
    return next;
  }

  private async refresh(now: Date): Promise<Matcher> {
    const horizon = await readHorizon(pool());
    if (this.matcher === null || Math.abs(now.getTime() - this.loadedAt) > reloadEveryMs) {
      this.matcher = new Matcher(await listRules(pool(), null));
      this.loadedAt = now.getTime();
    } else {
      const changed = await listRules(pool(), this.horizon);
      const active = changed.filter((rule) => rule.isActive);
      const removed = changed.filter((rule) => !rule.isActive).map((rule) => rule.watchId);
      if (changed.length > 0) this.matcher.update(active, removed);
    }
    this.horizon = horizon;
    return this.matcher;
  }
}

const kept = globalThis as typeof globalThis & { earshotWatchSet?: WatchSet };

/** The one set of this process. */
export function watchSet(): WatchSet {
  return (kept.earshotWatchSet ??= new WatchSet());
}
