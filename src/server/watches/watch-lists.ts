import { formatCursor } from "@/contract/pagination";
import type { WatchListResponse, WatchQuery, WatchView } from "@/contract/watch";
import { localDays } from "@/domain/time/local-days";
import { foldKeyword } from "@/domain/matching/fold";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { learnTitles } from "@/server/places/place-titles";
import { Reply } from "@/server/platform/reply";
import { listTags, listWatches as listRows } from "./statements/watch-lists";
import { countRecentMatches } from "./statements/watch-matches";
import { watchView } from "./watch-view";

/** A page with the numbers of matching and active watches. `nextCursor` is null on the last page. */
export async function listWatches(
  user: Account,
  query: WatchQuery,
): Promise<WatchListResponse & { nextCursor: string | null }> {
  const isByDate = query.sort === "newest" || query.sort === "oldest";
  if (query.cursor !== undefined && !isByDate)
    throw new AppError("VALIDATION_ERROR", "Only lists by date have a cursor. Use page instead.");
  const filter = {
    userId: user.id,
    q: query.q?.trim() || null,
    keywordFolded: query.keyword === undefined ? null : foldKeyword(query.keyword),
    kind: query.kind,
    tag: query.tag ?? null,
  };
  const page = {
    sort: query.sort,
    isActive: query.state === "all" ? null : query.state === "active",
    limit: query.limit + 1,
    offset: query.cursor === undefined ? (query.page - 1) * query.limit : 0,
    after: query.cursor ?? null,
  };
  const { watches: found, total, active } = await listRows(pool(), filter, page);
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const nextCursor = isByDate && found.length > query.limit && last !== undefined ? formatCursor(last) : null;
  await learnTitles(shown.flatMap(({ places }) => places));
  const watches = shown.map(watchView);
  if (query.include === undefined) return { watches, total, active, nextCursor };
  const [tags, activityOf] = await Promise.all([listTags(pool(), user.id), readActivity(user, watches)]);
  const listed = watches.map((watch) => ({ ...watch, activity: activityOf(watch._id) }));
  return { watches: listed, total, active, tags, nextCursor };
}

/** Days of a watch's activity, including today. */
const activityDays = 7;

async function readActivity({ id: userId, timeZone }: Account, watches: readonly WatchView[]) {
  const starts = localDays(new Date(), timeZone, activityDays).map(({ startsAt }) => startsAt);
  const watchIds = watches.map(({ _id }) => _id);
  const found = await countRecentMatches(pool(), { userId, watchIds, starts });
  return (id: string) => {
    const mine = found.filter(({ watchId }) => watchId === id);
    return {
      days: starts.map((_, at) => mine.find(({ day }) => day === at + 1)?.matches ?? 0),
      opened: mine.reduce((sum, { opened }) => sum + opened, 0),
    };
  };
}

export async function listWatchesPage(user: Account, query: WatchQuery): Promise<Reply> {
  const { nextCursor, ...response } = await listWatches(user, query);
  return new Reply(response, nextCursor === null ? {} : { "X-Next-Cursor": nextCursor });
}
