import { lookBackLimit, type CreatedWatchResponse, type NewWatchDraft } from "@/contract/watch";
import type { Item } from "@/domain/item";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool, prisma } from "@/server/platform/database";
import { pagesOfItems } from "@/server/reading/statements/stored-texts";
import { recordLookBack } from "@/server/recording/record-look-back";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { getSite } from "@/sites/registry";
import { getItem } from "./matching/stored-item";
import { findWatch, type WatchRow } from "./statements/watches";
import { timedTasks } from "./stored-matches";
import { getRule, tryOn } from "./tried-draft";
import { getFilters } from "./watch-filters";
import { bySite } from "./watch-places";
import { createWatch } from "./watches";

/** Creates a watch and, if the draft says so, records its matches among the stored items without alerts. */
export async function createWatchLookingBack(
  user: Account,
  { lookBack, ...draft }: NewWatchDraft,
  now: Date,
  signal?: AbortSignal,
): Promise<CreatedWatchResponse> {
  const created = await createWatch(user, draft, now);
  if (!lookBack) return created;
  const watch = await findWatch(pool(), user.id, created.watch._id);
  if (watch === null || !watch.isActive) return { ...created, lookBack: { recorded: 0 } };
  const tasks = timedTasks(user, signal);
  const recorded = await recordLookBack(watch, await findStoredMatches(tasks, watch, now), now);
  return {
    watch: { ...created.watch, matchCount: recorded },
    lookBack: { recorded, ...(tasks.isPartial && { isPartial: true as const }) },
  };
}

/** The same items as the forecast counts, newest first. */
async function findStoredMatches(tasks: TimedTasks, watch: WatchRow, now: Date): Promise<Item[]> {
  const { keyword, expression } = watch;
  const search = { keyword, expression, filters: getFilters(watch) };
  const tried = await Promise.all(
    bySite(watch.places).map(({ site, names }) =>
      tryOn(tasks, { site, names }, [getRule(search, names, watch.authors?.[site])], now),
    ),
  );
  const fullnames = tried
    .flatMap(({ matched }) => matched)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, lookBackLimit)
    .map(({ fullname }) => fullname);
  const items: Item[] = [];
  for await (const page of pagesOfItems(fullnames, now)) items.push(...page.map(getItem));
  const where = { fullname: { in: fullnames }, authorId: { not: null } };
  const select = { fullname: true, authorId: true };
  const known = await prisma().recentItem.findMany({ where, select });
  const authorIds = new Map(known.map(({ fullname, authorId }) => [fullname, authorId]));
  return items.map((item) => {
    const authorId = authorIds.get(item.fullname) ?? null;
    return { ...item, place: shownPlace(item), ...(authorId !== null && { authorId }) };
  });
}

/** Stored places are lower-case, their labels aren't. */
function shownPlace({ site, place, placeLabel = place }: Item): string {
  const shown = getSite(site).strippedName(placeLabel);
  return shown.toLowerCase() === place ? shown : place;
}
