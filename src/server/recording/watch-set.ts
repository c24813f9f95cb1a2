import { setImmediate as breathe } from "node:timers/promises";
import { Matcher, mostRecent } from "@/domain/matching/matcher";
import { namesOn } from "@/domain/place";
import { polledSite } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { listRules, readHorizon } from "@/server/recording/statements/list-rules";
import { type LoadedWatches, loadRows, loadWatches } from "./load-watches";

/** Deleted watches leave no trace to follow; reading everything anew once an hour forgets them. */
const reloadEveryMs = 3_600_000;
/** So many layers of changes slow every item down: then everything is compiled anew. */
const mostLayers = 6;
/** Up to here everything is read anew at once, beyond it while the old set goes on. */
const fewWatches = 5_000;
/** More changes than this are quicker read with all the rest. */
const mostChanges = 20_000;

/**
 * The compiled watches, kept in the process and brought up to date by what changed since. A watch that was
 * deleted meanwhile may still match; recording joins the watch's row and drops it.
 */
export class WatchSet {
  private matcher: Matcher | null = null;
  private horizon = "0";
  private loadedAt = new Date(0);
  private turn: Promise<unknown> = Promise.resolve();
  /** Everything anew, on its way or waiting to be taken. */
  private loading: Promise<void> | null = null;
  private loaded: LoadedWatches | null = null;

  /** Only what is watched of this site: a place is told by its name alone. */
  constructor(private readonly site: string = polledSite.id) {}

  /** The matcher as of now; to be asked after a page is fetched and before it is matched. */
  current(now: Date): Promise<Matcher> {
    const next = this.turn.then(() => this.refresh(now));
    this.turn = next.catch(() => undefined);
    return next;
  }

  private async refresh(now: Date): Promise<Matcher> {
    if (this.matcher === null)
      this.take(await loadWatches(this.site, now, new Date(now.getTime() - reloadEveryMs)));
    else if (this.isWorn(now)) {
      if (this.matcher.size <= fewWatches) this.take(await loadWatches(this.site, now, this.loadedAt));
      else this.loadBeside(now);
    }
    if (this.loaded !== null) this.take(this.loaded);
    if (!(await this.catchUp(mostChanges))) {
      this.take(await loadRows(this.site, now));
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
    this.loading ??= loadWatches(this.site, now, this.loadedAt)
      .then((loaded) => void (this.loaded = loaded))
      .catch(() => undefined)
      .finally(() => (this.loading = null));
  }

  private take({ layer, horizon, builtAt }: LoadedWatches): void {
    this.matcher = new Matcher(layer);
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
    const changed = rules.filter(
      (rule) => matcher.revisionOf(rule.watchId) !== (rule.isActive ? rule.revision : -1),
    );
    for (let from = 0; from < changed.length; from += mostRecent) {
      if (from > 0) await breathe();
      const piece = changed.slice(from, from + mostRecent);
      const removed = piece.filter((rule) => !rule.isActive).map((rule) => rule.watchId);
      matcher.update(
        piece
          .filter((rule) => rule.isActive)
          .map((rule) => ({ ...rule, places: namesOn(this.site, rule.places) })),
        removed,
      );
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
