import type { ExportedNotification, NotificationGroup, NotificationView } from "@/contract/notification";
import type { PlaceView } from "@/contract/place-queries";
import { blankedTitle, groupPlaces, inPlace, whereOf } from "@/contract/place";
import type { SearchBudget } from "@/domain/mention-snippet";
import type { Highlight } from "@/domain/markdown/marks";
import { searchedWords } from "@/domain/query/explain";
import { pacer } from "@/server/platform/pacer";
import { placeView, placeViews } from "@/server/platform/place-views";
import { blankSnippet, getSnippet, searchedAtMost } from "./snippets";
import type { GroupRow } from "./statements/groups";
import type { NotificationRow } from "./statements/notification-row";
import type { ExportedRow } from "./statements/notifications";

/** The notifications of one answer as the wire shows them; what was searched for (`q`) is marked too. */
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
    views.push(viewOf(row, searched, budget));
  }
  return views;
}

/** One of them by itself. */
export function notificationView(row: NotificationRow): NotificationView {
  return viewOf(row, [], { left: searchedAtMost });
}

function viewOf(
  row: NotificationRow,
  searched: readonly Highlight[],
  budget: SearchBudget,
): NotificationView {
  const passage = row.blankedAt === null ? getSnippet(row, searched, budget) : blankSnippet(blankOf(row));
  return Object.assign(exportedView(row), {
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    highlights: row.highlights,
    watchIds: row.watchIds,
    passage,
    elsewhere: row.elsewhere.map(({ site, place, title, url, createdAt }) => {
      const { label, name, url: placeUrl } = placeView(site, place);
      return { site, place: { name, label, url: placeUrl }, title, url, createdAt: createdAt.toISOString() };
    }),
  });
}

function blankOf({ site, place }: ExportedRow): string {
  return blankedTitle(whereOf(inPlace(placeView(site, place))));
}

/** What a file has of a notification. Of an item that was deleted at its source nothing of itself is told. */
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
    // Not by a spread with fields behind it: each such object gets a shape of its own, 1.5 kB that only a full collection frees.
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

/** A group with its newest notifications as the wire shows it; where their stories stand besides is among its places. */
export function groupView(group: GroupRow, notifications: NotificationView[]): NotificationGroup {
  return {
    _id: group.keyword,
    count: group.count,
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
