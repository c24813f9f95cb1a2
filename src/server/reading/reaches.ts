import { SiteError } from "@/domain/reading/site-error";
import type { Item } from "@/domain/reading/item";
import { depthMs, canBeCut, ownItems, type Reach } from "@/domain/reading/read-outcome";
import { pool } from "@/server/platform/database";
import { listKnownBefore } from "@/server/reading/statements/known-items";
import type { WatchedRead } from "@/server/reading/statements/reads";
import type { PagesContext } from "./context";
import type { LaneRead } from "./read-lane";

/** Maximum number of items per place to look up in one request. */
const maxPerPlace = 10;

/** "whole": reached items before the position, or all were deleted. Unproven ones are "partial": reread. */
export async function getReaches(
  context: PagesContext,
  read: LaneRead,
  members: readonly WatchedRead[],
): Promise<Map<string, Reach>> {
  const reaches = new Map<string, Reach>();
  // An empty page after others isn't the end: the item it started from was deleted in between.
  const brokeOff =
    read.end === "failed" || read.end === "spent" || (read.end === "empty" && read.seen.length > 0);
  if (brokeOff) return reaches;
  for (const { place } of members) reaches.set(place, "whole");
  const doubted = doubtedOf(context, read, members);
  if (read.end === "empty" || members.length === 1) {
    if (doubted.length === 0) return reaches;
    const reach = await report(context, read, doubted);
    for (const { place } of members) reaches.set(place, reach);
    return reaches;
  }
  for (const { place } of await unproven(context, read, doubted)) reaches.set(place, "partial");
  return reaches;
}

/** Members that showed no item from before their position. */
function doubtedOf({ site }: PagesContext, read: LaneRead, members: readonly WatchedRead[]) {
  const hasCap = Number.isFinite(site.listing.items);
  if (read.end === "empty") return members.map((member) => ({ ...member, canBeCut: false }));
  // A single-member lane that caught up has shown a page from before the position.
  if (members.length === 1 && read.end === "caught-up") return [];
  const seenOf = groupByPlace(read.seen);
  return members.flatMap((member) => {
    const seen = seenOf.get(member.place) ?? [];
    const own = ownItems(seen, member.readAt, read.seenAt);
    return own.hits || seen.length === 0 ? [] : [{ ...member, canBeCut: hasCap && canBeCut(own) }];
  });
}

type Doubted = WatchedRead & { canBeCut: boolean };

/** Combined lanes: showed many items, or lacks a known item from the pages' time range. */
async function unproven(
  context: PagesContext,
  read: LaneRead,
  doubted: readonly Doubted[],
): Promise<Doubted[]> {
  const few = doubted.filter((member) => !member.canBeCut);
  const missing = new Set(
    (await missed(context, read, few, depthMs(read.seen) ?? 0, 1)).map((item) => item.place),
  );
  return doubted.filter((member) => member.canBeCut || missing.has(member.place));
}

/** If a completely read listing omits an item that still exists, the site's cap truncated it. */
async function report(context: PagesContext, read: LaneRead, doubted: readonly Doubted[]): Promise<Reach> {
  if (doubted.some((member) => member.canBeCut)) return "cut";
  const ofEach = Math.max(1, Math.min(maxPerPlace, Math.floor(context.site.lookUp.max / doubted.length)));
  const known = (await missed(context, read, doubted, 0, ofEach)).map((item) => item.fullname);
  if (known.length === 0) return "whole";
  if (!(await context.budget.take("rest"))) return "partial";
  const whereCurrent = read.end === "empty" ? "partial" : "cut";
  try {
    const { statuses, rate } = await context.site.fetchByFullname(
      known.slice(0, context.site.lookUp.max),
      context.signal,
    );
    await context.budget.recordRate(rate);
    return [...statuses.values()].includes("present") ? whereCurrent : "whole";
  } catch (error) {
    // Unknown: the position doesn't move, and the next read checks again.
    if (!(error instanceof SiteError)) throw error;
    await context.budget.failed(error);
    // Deleted items have no text, so an oversized response means that some still exist.
    return error.reason === "too-large" ? whereCurrent : "partial";
  }
}

/** Known items from before the members' positions, back to a time, that the read didn't show. */
async function missed(
  context: PagesContext,
  read: LaneRead,
  members: readonly Doubted[],
  backToMs: number,
  ofEach: number,
) {
  if (members.length === 0) return [];
  const timeRanges = members.map(({ place, readAt }) => ({
    place,
    from: new Date(backToMs),
    until: readAt ?? read.startedAt,
  }));
  const known = await listKnownBefore(pool(), {
    site: context.site.id,
    kind: read.lane.kind,
    timeRanges,
    ofEach,
  });
  const shown = new Set(read.seen.map((item) => item.fullname));
  return known.filter((item) => !shown.has(item.fullname));
}

export function groupByPlace(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = item.place.toLowerCase();
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
