import { choicesLength, type ChoicesResponse, type ChoicesQuery } from "@/contract/notification";
import type { NotificationExport, NotificationQuery } from "@/contract/notification-query";
import { placeField, wireSite } from "@/contract/place";
import { foldKeyword } from "@/domain/matching/fold";
import { partedPlace } from "@/domain/reading/place";
import { getPlan } from "@/domain/plans/plans";
import { getSite, sites } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { AppError, isStatementTimeout } from "@/server/platform/errors";
import { findPlaces, hidesNames } from "@/server/places/hidden-places";
import { learnTitles } from "@/server/places/place-titles";
import { knownSite, placeView, withDistinctLabels } from "@/server/places/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { listKeywords, listPlaces } from "./statements/groups";
import type { NotificationFilter } from "./statements/notification-row";
import { searchedNewest, searchNotifications } from "./statements/search";
import type { SearchCriteria } from "./statements/search-sql";

/** Converts a query to a filter and runs its search. Throws PRO_REQUIRED for searches. */
export async function searchedFilter(user: Account, query: NotificationQuery) {
  const filter = getFilter(user, await storedQuery(query));
  const criteria = searchCriteria(query);
  if (criteria === null) return { filter, reachedTo: null };
  const { found, reachedTo } = await searchNotifications(pool(), filter, criteria);
  return { filter: { ...filter, found }, reachedTo };
}

/** In the query's order. A search returns a filter per batch. Throws PRO_REQUIRED for searches. */
export async function searchedParts(
  user: Account,
  query: Omit<NotificationExport, "format">,
  max = searchedNewest,
): Promise<NotificationFilter[]> {
  const whole = getFilter(user, await storedQuery(query));
  const criteria = searchCriteria(query);
  if (criteria === null) return [whole];
  const parts: NotificationFilter[] = [];
  const seen = new Set<string>();
  let untilMs = Infinity;
  for (let batchSize = max; ;) {
    const until = untilMs === Infinity ? null : new Date(untilMs);
    const part = await searchNotifications(pool(), { ...whole, until }, criteria, batchSize);
    parts.push({ ...whole, found: part.found.filter((id) => !seen.has(id)) });
    for (const id of part.found) seen.add(id);
    if (part.reachedTo === null) break;
    const reachedMs = part.reachedTo.getTime();
    // More notifications have the same timestamp than fit into one batch.
    batchSize = reachedMs < untilMs ? max : 2 * batchSize;
    untilMs = reachedMs;
  }
  return query.sort === "newest" ? parts : parts.reverse();
}

type Narrowing = Omit<NotificationExport, "format"> & Pick<NotificationQuery, "until">;

/** Converts a query to a filter, without its search. Throws PRO_REQUIRED for searches. */
export function getFilter(user: Account, query: Narrowing): NotificationFilter {
  const { keyword, group, status } = query;
  const place = getPlace(query);
  const isSearch = keyword !== undefined || place !== null || searchCriteria(query) !== null;
  if (isSearch) requireSearch(user);
  return {
    userId: user.id,
    marks: user.pendingBulkUpdates,
    status: status === "all" ? null : status,
    groupFolded: group === undefined ? null : foldKeyword(group),
    keywordFolded: keyword === undefined ? null : foldKeyword(keyword),
    place,
    isStarred: query.starred !== undefined,
    until: query.until === undefined ? null : new Date(query.until),
    found: null,
  };
}

/** Translates the query's place into the name in rows. An unknown secret URL gets a name without results. */
export async function storedQuery<Q extends { site?: string | undefined; place?: string | undefined }>(
  query: Q,
): Promise<Q> {
  const { site, place } = query;
  if (site === undefined || place === undefined || !hidesNames(site)) return query;
  const named = `${site}:${getSite(site).strippedName(place)}`;
  const stored = (await findPlaces([named])).get(named);
  return stored === undefined ? query : { ...query, place: partedPlace(stored).name };
}

/** Runs the statements of a query. Throws SEARCH_TOO_BROAD if it is a search and takes too long. */
export async function searching<T>(
  query: Pick<NotificationQuery, "q" | "kind">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (searchCriteria(query) !== null && isStatementTimeout(error)) throw new AppError("SEARCH_TOO_BROAD");
    throw error;
  }
}

export function searchCriteria({ q, kind }: Pick<NotificationQuery, "q" | "kind">): SearchCriteria | null {
  return q === undefined && kind === undefined ? null : { q, kind };
}

/** An unknown site has no notifications. */
function getPlace({
  site,
  place,
  [placeField]: named,
}: Omit<NotificationExport, "format">): NotificationFilter["place"] {
  if (named !== undefined) return { sites: [wireSite], name: getSite(wireSite).strippedName(named) };
  if (site === undefined) return null;
  if (place === undefined) return { sites: site.split(",").map((one) => one.trim()), name: null };
  return { sites: [site], name: knownSite(site)?.strippedName(place) ?? place };
}

/** Lists values the user can filter by. Throws PRO_REQUIRED as searches do. */
export async function listChoices(user: Account, { of, q }: ChoicesQuery): Promise<ChoicesResponse> {
  requireSearch(user);
  const max = choicesLength;
  if (of === "keyword") return { choices: await listKeywords(pool(), user, { text: q, max }) };
  const text = getSite(wireSite).strippedName(q);
  if (of === placeField) {
    const found = await listPlaces(pool(), user, { among: [wireSite], whole: [], text, max });
    return { choices: found.map(({ name }) => name) };
  }
  const among = Object.values(sites);
  // A site's name matches every place on it.
  const whole = among.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  const found = await listPlaces(pool(), user, { among: ids(among), whole: ids(whole), text, max });
  await learnTitles(found.map(({ site, name }) => `${site}:${name}`));
  const places = withDistinctLabels(found.map(({ site, name }) => placeView(site, name)));
  return { choices: places.map(({ label }) => label), places };
}

function requireSearch(user: Account): void {
  if (!getPlan(user.subscriptionStatus).hasSearch) throw new AppError("PRO_REQUIRED");
}

export function getPage(query: NotificationQuery) {
  return {
    isNewestFirst: query.sort === "newest",
    limit: query.limit + 1,
    offset: query.cursor === undefined ? (query.page - 1) * query.limit : 0,
    after: query.cursor ?? null,
  };
}
