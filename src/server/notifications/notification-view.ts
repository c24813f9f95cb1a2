import type { NotificationGroup, NotificationView } from "@/contract/notification";
import type { PlaceView } from "@/contract/place-questions";
import { blankedTitle, groupPlaces, inPlace, whereOf } from "@/contract/place";
import type { SearchBudget } from "@/domain/clip-passage";
import type { Highlight } from "@/domain/markdown/marks";
import { searchedWords } from "@/domain/query/explain";
import { placeView, placeViews } from "@/server/platform/place-views";
import { blankPassage, passageOf, searchedAtMost } from "./passages";
import type { GroupRow } from "./statements/groups";
import type { NotificationRow } from "./statements/notification-row";

/** The notifications of one answer as the wire shows them; what was searched for (`q`) is marked too. */
export function notificationViews(
  rows: readonly NotificationRow[],
  q: string | null = null,
): NotificationView[] {
  const searched = q === null ? [] : searchedWords(q);
  const budget = { left: searchedAtMost };
  return rows.map((row) => viewOf(row, searched, budget));
}

/** One of them by itself. */
export function notificationView(row: NotificationRow): NotificationView {
  return viewOf(row, [], { left: searchedAtMost });
}

/** Of an item that was deleted at its source nothing of itself is shown. */
function viewOf(
  row: NotificationRow,
  searched: readonly Highlight[],
  budget: SearchBudget,
): NotificationView {
  const isBlank = row.blankedAt !== null;
  const where = inPlace(placeView(row.site, row.place));
  const blank = blankedTitle(whereOf(where));
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    matchedKeyword: row.keyword,
    highlights: row.highlights,
    watchId: row.watchId,
    watchIds: row.watchIds,
    openedAt: row.openedAt?.toISOString() ?? null,
    starredAt: row.starredAt?.toISOString() ?? null,
    passage: isBlank ? blankPassage(blank) : passageOf(row, searched, budget),
    redditPost: {
      ...where,
      title: isBlank ? blank : row.title,
      content: isBlank ? "" : row.content,
      url: row.url,
      author: isBlank ? null : row.author,
      kind: row.kind,
      createdAt: row.itemCreatedAt.toISOString(),
      over18: row.over18,
    },
    elsewhere: row.elsewhere.map(({ site, place, title, url, createdAt }) => {
      const { label, name, url: placeUrl } = placeView(site, place);
      return { site, place: { name, label, url: placeUrl }, title, url, createdAt: createdAt.toISOString() };
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
