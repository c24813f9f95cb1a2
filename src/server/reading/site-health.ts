import type { PlaceHealth } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { failReads, maxPutOffMs, recordHealth, type WatchedRead } from "@/server/reading/statements/reads";
import type { PagesContext } from "./context";

/** Combined listings silently omit private or banned members, so each is checked at this interval (ms). */
const checkEveryMs = 6 * 3_600_000;
const checksPerPoll = 2;

export function isReadable(read: WatchedRead, now: Date): boolean {
  return read.nextAttemptAt === null || read.nextAttemptAt <= now;
}

/** Whether the site returns a page of all posts, which it only refuses if it is down or blocks us. */
export async function doesSiteRespond(context: PagesContext): Promise<boolean> {
  if (!(await context.budget.take("named"))) return false;
  try {
    const page = await context.site.fetchNewest({
      places: ["all"],
      kind: "post",
      signal: context.signal,
    });
    await context.budget.recordRate(page.rate);
    return true;
  } catch (error) {
    // Its refusal of a place then says little about that place.
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    context.faults.push({ unit: "site", error: "rejects every request" });
    return false;
  }
}

/** Records that the site refused a place. This is a state of the place, not a fault of ours. */
export async function recordRefusal(
  context: PagesContext,
  read: WatchedRead,
  error: SiteError,
): Promise<void> {
  const now = context.clock();
  const health = getHealth(error);
  await recordHealth({ site: context.site.id, name: read.place, health, now });
  const nextAttemptAt = new Date(now.getTime() + maxPutOffMs);
  const { kind, place } = read;
  const failed = { site: context.site.id, places: [place], kind, error: health };
  await failReads(pool(), { ...failed, now, nextAttemptAt });
  if (read.health !== health)
    context.faults.push({ unit: context.site.getLabel(read.place), error: `is ${health}` });
}

function getHealth(error: SiteError): PlaceHealth {
  const known: readonly PlaceHealth[] = ["private", "banned", "quarantined", "gated"];
  const reason = known.find((health) => health === error.reason);
  return reason ?? (error.kind === "missing" ? "missing" : "private");
}

export async function recordRecovery(context: PagesContext, members: readonly WatchedRead[]): Promise<void> {
  for (const member of members) {
    if (member.health === "ok") continue;
    const { place: name } = member;
    await recordHealth({ site: context.site.id, name, health: "ok", now: context.clock() });
  }
}

/** Checks the least recently checked places, because quiet ones can disappear unnoticed. */
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
      await context.budget.recordRate(found.rate);
      await recordHealth({
        site: context.site.id,
        name: read.place,
        health: found.health,
        displayName: found.displayName ?? undefined,
        now,
      });
      if (found.health !== "ok")
        context.faults.push({ unit: context.site.getLabel(read.place), error: `is ${found.health}` });
    } catch (error) {
      // A failed check is retried at the next poll. Reading doesn't depend on it.
      if (!(error instanceof SiteError)) throw error;
      await context.budget.failed(error);
      return;
    }
  }
}
