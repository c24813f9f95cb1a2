import type { PlaceHealth } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { failReads, longestPutOffMs, noteHealth, type WatchedRead } from "@/server/reading/statements/reads";
import type { PagesContext } from "./context";

/** A multi drops a member that went private or was banned without a word, so each is looked up now and then. */
const checkEveryMs = 6 * 3_600_000;
const checksPerPoll = 2;

/** Whether it is time to read it: a place that refused waits its hour. */
export function isReadable(read: WatchedRead, now: Date): boolean {
  return read.nextAttemptAt === null || read.nextAttemptAt <= now;
}

/** Whether the site answers what it never refuses while it is well: a page of everything. */
export async function doesSiteRespond(context: PagesContext): Promise<boolean> {
  if (!(await context.budget.take("named"))) return false;
  try {
    const page = await context.site.fetchNewest({
      places: ["all"],
      kind: "post",
      signal: context.signal,
    });
    await context.budget.heard(page.rate);
    return true;
  } catch (error) {
    // Whatever it says: of the places it refuses nothing is known.
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    context.faults.push({ unit: "site", error: "rejects every request" });
    return false;
  }
}

/** The site refused a place asked for alone: that is its state, not an error of ours. */
export async function noteRefusal(context: PagesContext, read: WatchedRead, error: SiteError): Promise<void> {
  const now = context.clock();
  const health = healthOf(error);
  await noteHealth(pool(), { site: context.site.id, name: read.place, health, displayName: null, now });
  const nextAttemptAt = new Date(now.getTime() + longestPutOffMs);
  await failReads(pool(), {
    site: context.site.id,
    places: [read.place],
    kind: read.kind,
    error: health,
    now,
    nextAttemptAt,
  });
  if (read.health !== health)
    context.faults.push({ unit: context.site.labelOf(read.place), error: `is ${health}` });
}

function healthOf(error: SiteError): PlaceHealth {
  const known: readonly PlaceHealth[] = ["private", "banned", "quarantined", "gated"];
  const reason = known.find((health) => health === error.reason);
  return reason ?? (error.kind === "missing" ? "missing" : "private");
}

/** One that could be read again is well. */
export async function noteRecovery(context: PagesContext, members: readonly WatchedRead[]): Promise<void> {
  for (const member of members) {
    if (member.health === "ok") continue;
    await noteHealth(pool(), {
      site: context.site.id,
      name: member.place,
      health: "ok",
      displayName: null,
      now: context.clock(),
    });
  }
}

/** Looks up those whose state was asked longest ago; quiet ones may have gone without a word. */
export async function checkHealth(context: PagesContext, reads: readonly WatchedRead[]): Promise<void> {
  const now = context.clock();
  const due = reads
    .filter(
      (read) =>
        read.kind === "post" &&
        read.place !== "all" &&
        read.health === "ok" &&
        now.getTime() - (read.checkedAt?.getTime() ?? 0) > checkEveryMs,
    )
    .sort((a, b) => (a.checkedAt?.getTime() ?? 0) - (b.checkedAt?.getTime() ?? 0))
    .slice(0, checksPerPoll);
  for (const read of due) {
    if (context.clock() >= context.deadline || !(await context.budget.take("check"))) return;
    try {
      const found = await context.site.checkPlace(read.place, context.signal);
      await context.budget.heard(found.rate);
      await noteHealth(pool(), {
        site: context.site.id,
        name: read.place,
        health: found.health,
        displayName: found.displayName,
        now,
      });
      if (found.health !== "ok")
        context.faults.push({ unit: context.site.labelOf(read.place), error: `is ${found.health}` });
    } catch (error) {
      // A look-up that failed is tried again at the next poll; reading does not depend on it.
      if (!(error instanceof SiteError)) throw error;
      await context.budget.failed(error);
      return;
    }
  }
}
