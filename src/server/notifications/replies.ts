import { listContentLength, type RepliesResponse } from "@/contract/notification";
import type { RepliesQuery } from "@/contract/notification-query";
import { formatCursor } from "@/contract/pagination";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { resolveTitles } from "@/server/places/place-titles";
import { threadGroup } from "@/server/platform/thread-group";
import { anyOf } from "./notifications";
import { notificationViews, threadOf } from "./notification-view";
import { countNotifications, listNotifications } from "./statements/notifications";
import { findRoot, findThread } from "./statements/threads";

/** Throws NOT_FOUND, and NOT_SUPPORTED if the item can't have replies. */
export async function listReplies(
  user: Account,
  id: string | undefined,
  { limit, cursor }: RepliesQuery,
): Promise<RepliesResponse> {
  const found = await findThread(pool(), { userId: user.id, id: getId(id) });
  if (found === null) throw new AppError("NOT_FOUND");
  const thread = threadOf(found);
  if (thread === null) throw new AppError("NOT_SUPPORTED");
  const filter = { ...anyOf(user), groupFolded: threadGroup(found.root) };
  const page = { isNewestFirst: true, limit: limit + 1, offset: 0, after: cursor ?? null };
  const { site, root } = found;
  const [rows, total, unread, post] = await Promise.all([
    listNotifications(pool(), filter, { ...page, contentLength: listContentLength }),
    countNotifications(pool(), filter),
    countNotifications(pool(), { ...filter, status: "unread" }),
    found.isReply ? findRoot(site, root, listContentLength) : null,
  ]);
  const shown = rows.slice(0, limit);
  await resolveTitles(shown);
  return {
    thread,
    root: post,
    count: Math.max(thread.total ?? 0, thread.read ?? found.known),
    ...{ authors: found.authors, total, unread },
    // Its place can also be read for others.
    checkedAt: (thread.isFollowed && found.checkedAt?.toISOString()) || null,
    replies: await notificationViews(shown),
    nextCursor: rows.length > limit ? formatCursor(shown.at(-1)!) : null,
  };
}
