import { setImmediate as breathe } from "node:timers/promises";
import { perProcess } from "@/adapters/per-process";
import { maxRecent } from "@/domain/matching/matcher";
import { SiteMatcher } from "@/domain/matching/site-matcher";
import { sites } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { labelled } from "@/server/places/place-views";
import { listRules, readHorizon } from "@/server/recording/statements/watches";
import { type LoadedWatches, loadRows, loadWatches } from "./load-watches";

/** Deleted watches can't be detected by changes, so everything is reloaded hourly (ms). */
const reloadEveryMs = 3_600_000;
/** Each layer of changes slows down matching. Recompile above this number. */
const maxLayers = 6;
/** Includes sites that are off, so turning one on needs no reload. */
const siteIds = Object.keys(sites);
/** Up to this size, reload synchronously; larger sets are reloaded in the background. */
const fewWatches = 5_000;
/** Above this number of changes, reloading everything is faster. */
const maxChanges = 20_000;

/** Incremental. A deleted watch can still match; recording drops the match by joining the watch's row. */
export class WatchSet {
  private matcher: SiteMatcher | null = null;
  private horizon = "0";
  private loadedAt = new Date(0);
  private turn: Promise<unknown> = Promise.resolve();
  private loading: Promise<void> | null = null;
  private loaded: LoadedWatches | null = null;

  /** Returns the current matcher. Call it after fetching a page and before matching it. */
  current(now: Date): Promise<SiteMatcher> {
    const next = this.turn.then(() => this.refresh(now));
    this.turn = next.catch(() => undefined);
    return next;
  }

  private async refresh(now: Date): Promise<SiteMatcher> {
    if (this.matcher === null)
      this.take(await loadWatches(siteIds, now, new Date(now.getTime() - reloadEveryMs)));
    else if (this.isWorn(now)) {
      if (this.matcher.size <= fewWatches) this.take(await loadWatches(siteIds, now, this.loadedAt));
      else this.loadInParallel(now);
    }
    if (this.loaded !== null) this.take(this.loaded);
    if (!(await this.catchUp(maxChanges))) {
      this.take(await loadRows(siteIds, now));
      await this.catchUp();
    }
    return this.matcher!;
  }

  private isWorn(now: Date): boolean {
    return (
      Math.abs(now.getTime() - this.loadedAt.getTime()) > reloadEveryMs || this.matcher!.depth > maxLayers
    );
  }

  /** Reloads in the background; the old set stays in use. If it fails, the next call retries. */
  private loadInParallel(now: Date): void {
    this.loading ??= loadWatches(siteIds, now, this.loadedAt)
      .then((loaded) => void (this.loaded = loaded))
      .catch(() => undefined)
      .finally(() => (this.loading = null));
  }

  private take({ layers, horizon, builtAt }: LoadedWatches): void {
    this.matcher = new SiteMatcher(siteIds, layers, labelled);
    this.horizon = horizon;
    this.loadedAt = builtAt;
    this.loaded = null;
  }

  /** Applies changes since the horizon. Returns false if there are more than `limit`. */
  private async catchUp(limit?: number): Promise<boolean> {
    const matcher = this.matcher!;
    const horizon = await readHorizon(pool());
    const rules = await listRules(pool(), this.horizon, limit);
    if (rules.length === limit) return false;
    // Changes repeat while a transaction is running, and some only concern tags or notes.
    const changed = matcher.changedAmong(rules);
    for (let from = 0; from < changed.length; from += maxRecent) {
      if (from > 0) await breathe();
      matcher.update(changed.slice(from, from + maxRecent));
    }
    this.horizon = horizon;
    return true;
  }
}

export function watchSet(): WatchSet {
  return perProcess("earshotWatchSet", () => new WatchSet());
}
