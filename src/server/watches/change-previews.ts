import { notificationDays } from "@/domain/plans/retention";
import type { ChangePreviewResponse } from "@/contract/preview";
import type { Filters, WatchChangeDraft } from "@/contract/watch";
import type { MatchRule } from "@/domain/matching/rule";
import { grouped } from "@/domain/grouped";
import type { AuthorIdsBySite } from "@/domain/query/authors";
import type { Account } from "@/server/accounts/statements/accounts";
import { listMatchedTexts } from "@/server/notifications/statements/matched-items";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { knownPlaces, revealPlaces } from "@/server/places/hidden-places";
import { getId } from "@/server/platform/id";
import { learnTitles, resolveTitles } from "@/server/places/place-titles";
import { addressed, placeViews } from "@/server/places/place-views";
import { pagesOfItems, storedPages } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { getSite } from "@/sites/registry";
import { ChangeTally } from "./change-tally";
import { checkExpressionIn } from "./expression-problems";
import { asMatched, toBatches, type StoredContent } from "./matching/stored-item";
import { getExample } from "./previews";
import { listWatchItems } from "./statements/watch-matches";
import { findWatch } from "./statements/watches";
import { timedTasks } from "./stored-matches";
import { getRule } from "./tried-draft";
import { findAuthors } from "./watch-authors";
import { getFilters } from "./watch-filters";
import { bySite, patchFields } from "./watch-places";
import { identified } from "./watch-search";

const notificationsMs = notificationDays * 24 * 3_600_000;
export const maxNotifications = 20_000;
const pageSize = 500;

interface Search {
  keyword: string;
  expression: string | null;
  filters: Filters;
  places: readonly string[];
  authors: AuthorIdsBySite | null;
}

/** Stores nothing. Throws NOT_FOUND, and VALIDATION_ERROR as saving the change would. */
export async function previewChange(
  user: Account,
  id: string | undefined,
  change: WatchChangeDraft,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<ChangePreviewResponse> {
  const watch = await findWatch(pool(), user.id, getId(id));
  if (watch === null) throw new AppError("NOT_FOUND");
  const before = { ...watch, filters: getFilters(watch) };
  const after = await changedSearch(before, change);
  const tasks = timedTasks(user, signal);
  const tally = new ChangeTally();
  const rules = rulesOf({ before, after });
  const fullnames = await listWatchItems(pool(), user, {
    ...{ watchId: watch.id, since: new Date(now.getTime() - notificationsMs), max: maxNotifications + 1 },
  });
  const checked = fullnames.slice(0, maxNotifications);
  const work = { tasks, rules, tally };
  await matchNotifications(work, checked, (some) => loadTexts(some, watch, now));
  for (const [site, names] of placesToRead(before, after)) {
    for await (const page of storedPages(getSite(site), names, now)) {
      if (!(await matchPage(work, page))) break;
    }
  }
  await resolveTitles([...tally.samples.added, ...tally.samples.dropped]);
  return {
    ...tally.counts,
    samples: {
      added: tally.samples.added.map(getExample),
      dropped: tally.samples.dropped.map(getExample),
    },
    isPartial: tasks.isPartial || fullnames.length > checked.length,
  };
}

async function changedSearch(before: Search, change: WatchChangeDraft): Promise<Search> {
  const named = patchFields(change, await revealPlaces(before.places));
  const places = named.places ? await knownPlaces(named.places) : before.places;
  const filters = { ...before.filters, ...named.filters };
  const after = { ...before, ...named, ...filters, filters, places: [...places] };
  identified(after);
  await learnTitles(after.places);
  checkExpressionIn(placeViews(after.places), after);
  const { authors } = await findAuthors(after);
  return { ...after, authors };
}

/** The rules of both searches by site, because places and authors are named per site. */
function rulesOf(searches: Record<"before" | "after", Search>): Map<string, MatchRule[]> {
  const rules = Object.entries(searches).flatMap(([watchId, { authors, places, ...search }]) =>
    bySite(places).map(({ site, names }) => ({
      site,
      rule: { ...getRule(search, names, authors?.[site]), watchId },
    })),
  );
  const sites = grouped(rules, ({ site }) => site);
  return new Map([...sites].map(([site, found]) => [site, found.map(({ rule }) => rule)]));
}

/** The places of either search by site, in lower case; null for the whole site. */
function placesToRead(before: Search, after: Search): [site: string, names: string[] | null][] {
  return bySite([...before.places, ...after.places]).map(({ site, names }) => {
    const known = [...new Set(names.map((name) => name.toLowerCase()))];
    return [site, known.includes("all") ? null : known];
  });
}

interface Work {
  tasks: TimedTasks;
  rules: ReadonlyMap<string, readonly MatchRule[]>;
  tally: ChangeTally;
}

async function matchNotifications(
  work: Work,
  fullnames: readonly string[],
  loadPage: (some: readonly string[]) => Promise<StoredContent[]>,
): Promise<void> {
  const load = (at: number) => loadPage(fullnames.slice(at, at + pageSize));
  let next = load(0);
  for (let at = 0; at < fullnames.length; at += pageSize) {
    const page = await next;
    next = load(at + pageSize);
    // Awaited in the next round. If matching fails first, its error is reported instead.
    next.catch(() => undefined);
    if (!(await matchPage(work, page))) return;
  }
}

/** Uses an item's complete text while it is stored, then the notification's snapshot. */
async function loadTexts(
  fullnames: readonly string[],
  watch: { matchTitlesOnly: boolean },
  now: Date,
): Promise<StoredContent[]> {
  if (fullnames.length === 0) return [];
  const stored = new Map<string, StoredContent>();
  for await (const page of pagesOfItems(fullnames, now))
    for (const text of page) stored.set(text.fullname, text);
  const rest = fullnames.filter((name) => !stored.has(name));
  const snapshots = rest.length === 0 ? [] : await listMatchedTexts(pool(), rest);
  return [...stored.values(), ...snapshots.map((item) => asMatched(item, watch))];
}

async function matchPage({ tasks, rules, tally }: Work, page: readonly StoredContent[]): Promise<boolean> {
  const fresh = page.filter(({ fullname }) => !tally.has(fullname));
  for (const [site, ofSite] of grouped(fresh, (item) => item.site)) {
    for (const items of toBatches(ofSite)) {
      const input = { rules: rules.get(site) ?? [], items: items.map(addressed) };
      const matches = await tasks.run("matchItems", input);
      if (matches === null) return false;
      for (const [at, item] of items.entries()) tally.add(item, matches[at]!);
    }
  }
  return true;
}
