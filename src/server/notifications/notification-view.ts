import type { NotificationThread } from "@/contract/followed-thread";
import type { ExportedNotification, NotificationGroup, NotificationView } from "@/contract/notification";
import type { PlaceView } from "@/contract/place-queries";
import { blankedTitle, groupPlaces, inPlace, getWhere } from "@/contract/place";
import type { SearchBudget } from "@/domain/text/mention-snippet";
import type { Highlight } from "@/domain/markdown/marks";
import { activeMute } from "@/domain/delivery/mute";
import { searchedWords } from "@/domain/query/explain";
import { getSite } from "@/sites/registry";
import { pacer } from "@/server/platform/pacer";
import { placeView, placeViews } from "@/server/places/place-views";
import { threadGroup } from "@/server/platform/thread-group";
import { blankSnippet, getSnippet, searchedAtMost } from "./snippets";
import type { GroupRow } from "./statements/groups";
import type { NotificationRow, ThreadRow } from "./statements/notification-row";
import type { ExportedRow } from "./statements/notifications";

export async function notificationViews(
  rows: readonly NotificationRow[],
  q: string | null = null,
): Promise<NotificationView[]> {
  const searched = q === null ? [] : searchedWords(q);
  const budget = { left: searchedAtMost };
  const views: NotificationView[] = [];
  const breathe = pacer();
  for (const row of rows) {
    await breathe();
    views.push(getView(row, searched, budget));
  }
  return views;
}

export function notificationView(row: NotificationRow): NotificationView {
  return getView(row, [], { left: searchedAtMost });
}

function getView(
  row: NotificationRow,
  searched: readonly Highlight[],
  budget: SearchBudget,
): NotificationView {
  const snippet = row.blankedAt === null ? getSnippet(row, searched, budget) : blankSnippet(blankOf(row));
  return Object.assign(exportedView(row), {
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    highlights: row.highlights,
    watchIds: row.watchIds,
    thread: threadOf(row),
    replyTo: row.replyTo,
    passage: snippet,
    elsewhere: row.elsewhere.map(({ site, place, title, url, createdAt }) => {
      const { label, name, url: placeUrl } = placeView(site, place);
      return { site, place: { name, label, url: placeUrl }, title, url, createdAt: createdAt.toISOString() };
    }),
  });
}

/** Null if the item can't have replies. */
export function threadOf({
  site,
  place,
  fullname,
  followed,
}: Pick<NotificationRow, "site" | "place" | "fullname" | "followed">): NotificationThread | null {
  const hasThread = (getSite(site).getThreadPlace?.({ place, fullname }) ?? null) !== null;
  return hasThread ? threadView(followed) : null;
}

function threadView(followed: ThreadRow | null): NotificationThread {
  if (followed === null)
    return {
      ...{ watchId: null, isFollowed: false, read: null, total: null },
      ...{ endedAt: null, mutedUntil: null, since: null },
    };
  const { watchId, isActive, replies, total, endedAt, mutedUntil, since } = followed;
  return {
    ...{ watchId, isFollowed: isActive, read: replies },
    total: total === null ? null : Math.max(total, replies ?? 0),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    mutedUntil: activeMute(mutedUntil === null ? null : new Date(mutedUntil)),
    since: new Date(since).toISOString(),
  };
}

function blankOf({ site, place }: ExportedRow): string {
  return blankedTitle(getWhere(inPlace(placeView(site, place))));
}

/** A notification as exported. Contains no content of items that were deleted at the source. */
export function exportedView(row: ExportedRow): ExportedNotification {
  const isBlank = row.blankedAt !== null;
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    matchedKeyword: row.keyword,
    watchId: row.watchId,
    openedAt: row.openedAt?.toISOString() ?? null,
    starredAt: row.starredAt?.toISOString() ?? null,
    // Not a spread with fields: V8 would create a hidden class per object (1.5 kB), freed only by full GC.
    redditPost: Object.assign(inPlace(placeView(row.site, row.place)), {
      title: isBlank ? blankOf(row) : row.title,
      content: isBlank ? "" : row.content,
      url: row.url,
      author: isBlank ? null : row.author,
      kind: row.kind,
      createdAt: row.itemCreatedAt.toISOString(),
      over18: row.over18,
    }),
  };
}

/** A group with its latest notifications. Its places include all places of their stories. */
export function groupView(group: GroupRow, notifications: NotificationView[]): NotificationGroup {
  return {
    _id: group.root === null ? group.keyword : threadGroup(group.root),
    count: group.count,
    thread: group.root === null ? null : { ...threadView(group.followed), title: group.keyword },
    ...groupPlaces(
      uniquePlaces([
        ...placeViews(group.places),
        ...notifications.flatMap(({ elsewhere }) => elsewhere.map(({ site, place }) => ({ site, ...place }))),
      ]),
    ),
    latestNotification: group.latestAt.toISOString(),
    notifications,
  };
}

function uniquePlaces(places: readonly PlaceView[]): PlaceView[] {
  return [...new Map(places.map((place) => [`${place.site}:${place.name}`, place])).values()];
}
