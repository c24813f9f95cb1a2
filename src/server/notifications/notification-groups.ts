import { groupLength, listContentLength, type GroupedResponse } from "@/contract/notification";
import type { NotificationQuery } from "@/contract/notification-query";
import { formatCursor } from "@/contract/pagination";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { Reply } from "@/server/platform/reply";
import { getFilter, getPage, searching, searchCriteria, storedQuery } from "./notification-query";
import { groupView, notificationViews } from "./notification-view";
import type { Account } from "@/server/accounts/statements/accounts";
import { listGroupHeads, listGroups as listRows } from "./statements/groups";

interface GroupList {
  response: GroupedResponse;
  nextCursor: string | null;
}

/** Most recent group first. Throws PRO_REQUIRED or SEARCH_TOO_BROAD for searches. */
export function listGroups(user: Account, query: NotificationQuery): Promise<GroupList> {
  return searching(query, () => listFitting(user, query));
}

async function listFitting(user: Account, query: NotificationQuery): Promise<GroupList> {
  const filter = getFilter(user, await storedQuery(query));
  const listed = await listRows(pool(), filter, getPage(query), searchCriteria(query));
  const { groups: found, total, totalGroups, newestAt, reachedTo } = listed;
  const shown = found.slice(0, query.limit);
  const heads = await listGroupHeads(
    pool(),
    { ...filter, found: listed.found ?? null },
    shown.map((group) => group.id),
    { limit: groupLength, contentLength: listContentLength },
  );
  await learnTitles(shown.flatMap(({ places }) => places));
  const views = await notificationViews(heads, query.q);
  const hasMore = found.length > query.limit;
  const last = shown.at(-1);
  const { page, limit } = query;
  return {
    response: {
      groupedNotifications: shown.map((group) =>
        groupView(
          group,
          views.filter((_, at) => heads[at]!.groupId === group.id),
        ),
      ),
      latestNotification: newestAt?.toISOString() ?? null,
      pagination: {
        page,
        limit,
        total,
        totalPages: Math.ceil(totalGroups / limit),
        hasMore,
        ...(reachedTo && { searchedTo: reachedTo.toISOString() }),
      },
    },
    nextCursor:
      hasMore && last !== undefined ? formatCursor({ createdAt: last.latestAt, id: last.id }) : null,
  };
}

export async function listGroupsPage(user: Account, query: NotificationQuery): Promise<Reply> {
  const { response, nextCursor } = await listGroups(user, query);
  const headers: Record<string, string> = { "X-Total-Count": String(response.pagination.total) };
  if (nextCursor !== null) headers["X-Next-Cursor"] = nextCursor;
  const { searchedTo } = response.pagination;
  if (searchedTo !== undefined) headers["X-Searched-To"] = searchedTo;
  return new Reply(response, headers);
}
