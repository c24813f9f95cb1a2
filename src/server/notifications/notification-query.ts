import {
  choicesLength,
  type ChoicesAnswer,
  type ChoicesQuery,
  type NotificationQuery,
} from "@/contract/notification";
import { placeField, wireSite } from "@/contract/place";
import { foldKeyword } from "@/domain/matching/fold";
import { planOf } from "@/domain/plans";
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import type { Account } from "@/server/accounts/statements/accounts";
import { listChoices as listRows } from "./statements/groups";
import type { NotificationFilter } from "./statements/notification-row";

/** What a query of the user means by; PRO_REQUIRED for search. */
export function filterOf(user: Account, query: NotificationQuery): NotificationFilter {
  const { keyword, [placeField]: place, q, group, status } = query;
  const isSearch = keyword !== undefined || place !== undefined || q !== undefined;
  if (isSearch) requireSearch(user);
  return {
    userId: user.id,
    marks: user.pendingMarks,
    status: status === "all" ? null : status,
    groupFolded: group === undefined ? null : foldKeyword(group),
    keywordFolded: keyword === undefined ? null : foldKeyword(keyword),
    place: place === undefined ? null : { site: wireSite, name: siteOf(wireSite).strippedName(place) },
    q: q ?? null,
  };
}

/** What the lists of the user can be narrowed to; PRO_REQUIRED as for the search. */
export async function listChoices(user: Account, { of, q }: ChoicesQuery): Promise<ChoicesAnswer> {
  requireSearch(user);
  const isOfPlaces = of === placeField;
  const text = isOfPlaces ? siteOf(wireSite).strippedName(q) : q;
  const site = isOfPlaces ? wireSite : null;
  return { choices: await listRows(pool(), user, { site, text, most: choicesLength }) };
}

function requireSearch(user: Account): void {
  if (!planOf(user.subscriptionStatus).hasSearch) throw new AppError("PRO_REQUIRED");
}

/** Where a page of a query begins; one row more than asked for tells whether there is a next one. */
export function pageOf(query: NotificationQuery) {
  return {
    isNewestFirst: query.sort === "newest",
    limit: query.limit + 1,
    offset: query.cursor === undefined ? (query.page - 1) * query.limit : 0,
    after: query.cursor ?? null,
  };
}
