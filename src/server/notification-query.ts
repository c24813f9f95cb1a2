import type { NotificationQuery } from "@/contract/notification";
import { foldKeyword } from "@/domain/matching/fold";
import { planOf } from "@/domain/plans";
import { stripSubreddit } from "@/domain/subreddit-name";
import { AppError } from "./http/errors";
import type { Account } from "./sql/account-row";
import type { NotificationFilter } from "./sql/notification-row";

/** What a query of the user means by; PRO_REQUIRED for search. */
export function filterOf(user: Account, query: NotificationQuery): NotificationFilter {
  const { keyword, subreddit, q, group, status } = query;
  const isSearch = keyword !== undefined || subreddit !== undefined || q !== undefined;
  if (isSearch && !planOf(user.subscriptionStatus).hasSearch) throw new AppError("PRO_REQUIRED");
  return {
    userId: user.id,
    marks: user.pendingMarks,
    status: status === "all" ? null : status,
    groupFolded: group === undefined ? null : foldKeyword(group),
    keywordFolded: keyword === undefined ? null : foldKeyword(keyword),
    subreddit: subreddit === undefined ? null : stripSubreddit(subreddit),
    q: q ?? null,
  };
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
