import type { Entry, EntryKind } from "./entry";
import { forbidden, notFound, toRefusal, toSearch } from "./refusals";
import { isOlder, type Shelf } from "./shelf";
import type { Subreddit } from "./subreddits";
import type { World } from "./world";

export interface ListingQuery {
  names: readonly string[];
  kind: EntryKind;
  limit: number;
  after: string | null;
  before: string | null;
  count: number;
}

export interface ListingHabits {
  /**
   * Private subreddits in a multireddit: skipped, as in Reddit's source, or 403 for the whole request, as
   * seen by one client.
   */
  privateMember: "skipped" | "refuses";
}

export interface Page {
  entries: Entry[];
  after: string | null;
  before: string | null;
}

/** Letters, digits and underscores. Dots and colons only occur in two old names. */
const validName = /^(?:[A-Za-z0-9][A-Za-z0-9_]{1,21}|reddit\.com|t:[A-Za-z0-9_]+)$/;

export function listingQuery(multi: string, kind: EntryKind, query: URLSearchParams): ListingQuery {
  return {
    names: multi.split("+").filter((name) => name !== ""),
    kind,
    limit: clampedLimit(query.get("limit")),
    after: query.get("after") || null,
    before: query.get("before") || null,
    count: Number.parseInt(query.get("count") ?? "0", 10) || 0,
  };
}

/** Clamps the limit silently. Values that are not numbers count as missing. */
function clampedLimit(input: string | null): number {
  const parsed = Number.parseInt(input ?? "", 10);
  return Number.isNaN(parsed) ? 25 : Math.min(100, Math.max(1, parsed));
}

/** Returns a page of one subreddit, several, or all, or an error response. */
export function readListing(world: World, query: ListingQuery, habits: ListingHabits): Page | Response {
  world.catchUp();
  const found = shelvesFor(world, query, habits);
  return found instanceof Response ? found : readPage(world, found, query);
}

function shelvesFor(world: World, { names, kind }: ListingQuery, habits: ListingHabits): Shelf[] | Response {
  // 'all' replaces any other names.
  if (names.some((name) => /^(all|popular)$/i.test(name))) return [world.library.all[kind]];
  const known = members(world, names);
  if (names.length === 1 && known.length === 0) {
    const name = names[0] ?? "";
    return validName.test(name) ? toSearch(name) : notFound();
  }
  const single = names.length === 1 ? known[0] : undefined;
  if (single !== undefined) return toRefusal(single) ?? [world.library.shelf(single, kind)];
  // Silently drop unknown and banned subreddits. If only one remains, it behaves like a single one.
  const visible = known.filter(({ health }) => health !== "banned" && health !== "missing");
  if (visible.length === 0) return notFound();
  const survivor = visible.length === 1 ? visible[0] : undefined;
  if (survivor !== undefined) return toRefusal(survivor) ?? [world.library.shelf(survivor, kind)];
  if (habits.privateMember === "refuses" && visible.some(({ health }) => health === "private"))
    return forbidden();
  return visible
    .filter(({ health }) => health === "ok")
    .map((subreddit) => world.library.shelf(subreddit, kind));
}

function members(world: World, names: readonly string[]): Subreddit[] {
  const found = names.map((name) => world.subreddit(name)).filter((one) => one !== undefined);
  return [...new Set(found)];
}

function readPage(world: World, shelves: readonly Shelf[], query: ListingQuery): Page {
  const anchorName = query.after ?? query.before;
  const anchor = anchorName === null ? undefined : world.find(anchorName);
  // Unknown anchors are ignored.
  if (anchor === undefined) return pageBelow(shelves, undefined, query);
  // Anchors that are no longer in the listing return an empty page.
  if (!shelves.some((shelf) => shelf.contains(anchor))) return { entries: [], after: null, before: null };
  return query.after !== null ? pageBelow(shelves, anchor, query) : pageAbove(shelves, anchor, query);
}

function isVisible(entry: Entry): boolean {
  return entry.state === "visible" && entry.subreddit.health === "ok";
}

/** Items below the anchor, newest first. */
function pageBelow(shelves: readonly Shelf[], anchor: Entry | undefined, query: ListingQuery): Page {
  const cursors = shelves.map((shelf) => ({
    shelf,
    at: (anchor === undefined ? shelf.size : shelf.positionOf(anchor)) - 1,
  }));
  const entries = merge(cursors, -1, query.limit + 1, (one, other) => isOlder(other, one));
  const hasMore = entries.length > query.limit;
  const page = entries.slice(0, query.limit);
  return {
    entries: page,
    after: hasMore ? (page.at(-1)?.fullname ?? null) : null,
    before: query.count > 0 ? (page[0]?.fullname ?? null) : null,
  };
}

/** The rows directly above the anchor, newest first, without cursors. */
function pageAbove(shelves: readonly Shelf[], anchor: Entry, query: ListingQuery): Page {
  const cursors = shelves.map((shelf) => ({
    shelf,
    at: shelf.positionOf(anchor) + (shelf.contains(anchor) ? 1 : 0),
  }));
  const entries = merge(cursors, 1, query.limit, isOlder);
  return { entries: entries.reverse(), after: null, before: null };
}

function merge(
  cursors: { shelf: Shelf; at: number }[],
  step: 1 | -1,
  limit: number,
  comesFirst: (one: Entry, other: Entry) => boolean,
): Entry[] {
  const used: Entry[] = [];
  while (used.length < limit) {
    let best: { shelf: Shelf; at: number } | undefined;
    let first: Entry | undefined;
    for (const cursor of cursors) {
      const candidate = cursor.shelf.at(cursor.at);
      if (candidate !== undefined && (first === undefined || comesFirst(candidate, first))) {
        best = cursor;
        first = candidate;
      }
    }
    if (best === undefined || first === undefined) break;
    best.at += step;
    if (isVisible(first)) used.push(first);
  }
  return used;
}
