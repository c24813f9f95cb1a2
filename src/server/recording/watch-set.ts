import { setImmediate as breathe } from "node:timers/promises";
import { mostRecent } from "@/domain/matching/matcher";
import { SiteMatcher } from "@/domain/matching/site-matcher";
import { sites } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { labelled } from "@/server/platform/place-views";
import { listRules, readHorizon } from "@/server/recording/statements/watches";
import { type LoadedWatches, loadRows, loadWatches } from "./load-watches";

/** Deleted watches leave no trace to follow; reading everything anew once an hour forgets them. */
const reloadEveryMs = 3_600_000;
/** So many layers of changes slow every item down: then everything is compiled anew. */
const mostLayers = 6;
/** A site that is off is compiled too, so that turning it on changes nothing here. */
const siteIds = Object.keys(sites);
/** Up to here everything is read anew at once, beyond it while the old set goes on. */
const fewWatches = 5_000;
/** More changes than this are quicker read with all the rest. */
const mostChanges = 20_000;

/**
 * The compiled watches, kept in the process and brought up to date by what changed since. A watch that was
 * deleted meanwhile may still match; recording joins the watch's row and drops it.
 */
export class WatchSet {
  private matcher: SiteMatcher | null = null;
  private horizon = "0";
  private loadedAt = new Date(0);
  private turn: Promise<unknown> = Promise.resolve();
  /** Everything anew, on its way or waiting to be taken. */
  private loading: Promise<void> | null = null;
  private loaded: LoadedWatches | null = null;

  /** The matcher as of now; to be asked after a page is fetched and before it is matched. */
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
      else this.loadBeside(now);
    }
    if (this.loaded !== null) this.take(this.loaded);
    if (!(await this.catchUp(mostChanges))) {
      this.take(await loadRows(siteIds, now));
      await this.catchUp();
    }
    return this.matcher!;
  }

  private isWorn(now: Date): boolean {
    return (
      Math.abs(now.getTime() - this.loadedAt.getTime()) > reloadEveryMs || this.matcher!.depth > mostLayers
    );
  }

  /** The old set serves until this is there; where it fails, the next call tries again. */
  private loadBeside(now: Date): void {
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

  /** Applies what changed since the horizon; false when that is more than `limit`. */
  private async catchUp(limit?: number): Promise<boolean> {
    const matcher = this.matcher!;
    const horizon = await readHorizon(pool());
    const rules = await listRules(pool(), this.horizon, limit);
    if (rules.length === limit) return false;
    // The same changes come again as long as a transaction runs on, and others are of tags and notes only.
    const changed = matcher.changedAmong(rules);
    for (let from = 0; from < changed.length; from += mostRecent) {
      if (from > 0) await breathe();
      matcher.update(changed.slice(from, from + mostRecent));
    }
    this.horizon = horizon;
    return true;
  }
}

const kept = globalThis as typeof globalThis & { earshotWatchSet?: WatchSet };

/** The one set of this process. */
export function watchSet(): WatchSet {
  return (kept.earshotWatchSet ??= new WatchSet());
}
