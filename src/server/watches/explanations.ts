import { itemOfLink } from "@/sites/reddit/link";
import type { ExplainAnswer, Verdict } from "@/contract/preview";
import { explainMatch } from "@/domain/matching/explain";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import type { Account } from "@/server/accounts/statements/account-row";
import { findReadItem, type ReadItem } from "@/server/reading/statements/find-read-item";
import { listWatchFates, type WatchFate } from "./statements/list-watch-fates";

/** Why each watch of the user has an item or not. VALIDATION_ERROR for an address that names no item. */
export async function explainLink(user: Account, url: string): Promise<ExplainAnswer> {
  const linked = itemOfLink(url);
  if (linked === null) {
    const text = "Paste the link of a Reddit post or comment, as its Share button gives it";
    throw new AppError("VALIDATION_ERROR", text, { errors: { url: [text] } });
  }
  const [item, fates] = await Promise.all([
    findReadItem(pool(), linked.fullname),
    listWatchFates(pool(), user, linked.fullname),
  ]);
  return {
    item: item && itemView(item),
    explanations: fates.map((fate) => ({
      watchId: fate.watchId,
      keyword: fate.keyword,
      subreddits: fate.subreddits,
      verdict: verdictOf(fate, item, linked.subreddit),
      notification: notificationOf(fate),
      message: messageOf(fate),
    })),
  };
}

function verdictOf(fate: WatchFate, item: ReadItem | null, subreddit: string | null): Verdict {
  if (fate.deletedAt !== null) return "deleted";
  if (fate.notificationId !== null) return "matched";
  const place = item?.subreddit ?? subreddit;
  // Where only the subreddit is known, that may already be the reason.
  if (place !== null && explained(fate, { subreddit: place }) === "subreddit") return "subreddit";
  if (item === null) return "not-read";
  const found = item.content === null ? "text-gone" : explained(fate, { ...item, ...item.content });
  return found === "matched" && !fate.isActive ? "paused" : found;
}

type Known = Pick<ReadItem, "subreddit"> &
  Partial<Pick<ReadItem, "kind" | "createdAt"> & { title: string; body: string }>;

function explained(fate: WatchFate, known: Known) {
  const { subreddit, kind = "post", createdAt = new Date(0), title = "", body = "" } = known;
  const rest = { fullname: "", html: null, author: null, url: "", over18: false };
  return explainMatch({ ...rest, subreddit, kind, createdAt, title, body }, fate);
}

function itemView({ kind, subreddit, createdAt, seenAt, content }: ReadItem): ExplainAnswer["item"] {
  const { title = "", url = "", over18 = false } = content ?? {};
  return {
    kind,
    subreddit,
    createdAt: createdAt.toISOString(),
    readAt: seenAt.toISOString(),
    title,
    url,
    over18,
  };
}

function notificationOf({ notificationId, notifiedAt, deletedAt }: WatchFate) {
  if (notificationId === null || notifiedAt === null || deletedAt !== null) return null;
  return { _id: notificationId, createdAt: notifiedAt.toISOString() };
}

function messageOf(fate: WatchFate): ExplainAnswer["explanations"][number]["message"] {
  const { deliveryStatus, deliverySlot, deliveryReason, sentAt, mailSlot } = fate;
  if (deliveryStatus !== null && deliverySlot !== null) {
    const sent = sentAt?.toISOString() ?? null;
    return { status: deliveryStatus, slot: deliverySlot, sentAt: sent, reason: deliveryReason };
  }
  if (mailSlot === null) return null;
  return { status: "owed", slot: mailSlot.toISOString(), sentAt: null, reason: null };
}
