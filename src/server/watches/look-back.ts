import { lookBackLimit, type CreatedWatchResponse, type NewWatchDraft } from "@/contract/watch";
import type { Item } from "@/domain/reading/item";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool, prisma } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
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

/**
 * Creates a watch and, if the draft says so, records its matches among the stored items without alerts. A
 * failed look-back is logged and partial.
 */
export async function createWatchLookingBack(
  user: Account,
  { lookBack, ...draft }: NewWatchDraft,
  now: Date,
): Promise<CreatedWatchResponse> {
  const created = await createWatch(user, draft, now);
  if (!lookBack) return created;
  try {
    return await lookBackFor(user, created, now);
  } catch (error) {
    // The watch exists: an error would suggest creating it again.
    log().error({ error: loggedError(error) }, "a look-back failed");
    return { ...created, lookBack: { recorded: 0, isPartial: true } };
  }
}

async function lookBackFor(
  user: Account,
  created: CreatedWatchResponse,
  now: Date,
): Promise<CreatedWatchResponse> {
  const watch = await findWatch(pool(), user.id, created.watch._id);
  if (watch === null || !watch.isActive) return { ...created, lookBack: { recorded: 0 } };
  const tasks = timedTasks(user);
  const matches = await findStoredMatches(tasks, watch, now);
  const recorded = await recordLookBack(watch, matches, now);
  // The daily text limit can leave some out.
  const isPartial = tasks.isPartial || recorded < matches.length;
  return {
    watch: { ...created.watch, matchCount: recorded },
    lookBack: { recorded, ...(isPartial && { isPartial: true as const }) },
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
  const items: (Item & { authorName?: string })[] = [];
  for await (const page of pagesOfItems(fullnames, now)) items.push(...page.map(getItem));
  const where = { fullname: { in: fullnames }, authorId: { not: null } };
  const select = { fullname: true, authorId: true };
  const known = await prisma().recentItem.findMany({ where, select });
  const authorIds = new Map(known.map(({ fullname, authorId }) => [fullname, authorId]));
  return items.map(({ authorName, ...item }) => {
    const authorId = authorIds.get(item.fullname) ?? null;
    const author = authorName ?? item.author;
    return { ...item, author, place: shownPlace(item), ...(authorId !== null && { authorId }) };
  });
}

/** Stored places are lower-case, their labels aren't. */
function shownPlace({ site, place, placeLabel = place }: Item): string {
  const shown = getSite(site).strippedName(placeLabel);
  return shown.toLowerCase() === place ? shown : place;
}
