import { inPlace, watchPlaces } from "@/contract/place";
import { verdictOf, type ExplainAnswer, type Verdict } from "@/contract/preview";
import { itemLinkTexts } from "@/domain/site-texts";
import { explainMatch } from "@/domain/matching/explain";
import { namesOn } from "@/domain/place";
import { findLinked, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { placeView, placeViews } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { findReadItem, type ReadItem } from "@/server/reading/statements/known-items";
import { listWatchFates, type WatchFate } from "./statements/watch-fates";

/** Why each watch of the user has an item or not. VALIDATION_ERROR for an address that names no item. */
export async function explainLink(user: Account, url: string): Promise<ExplainAnswer> {
  const linked = findLinked(url);
  if (linked === null) {
    const text = itemLinkTexts(sitesOn().map(({ title }) => title)).wrong;
    throw new AppError("VALIDATION_ERROR", text, { errors: { url: [text] } });
  }
  const [item, fates] = await Promise.all([
    findReadItem(pool(), linked.fullname),
    listWatchFates(pool(), user, linked.fullname),
  ]);
  return {
    item: item && itemOf(item),
    explanations: fates.map((fate) => ({
      watchId: fate.watchId,
      keyword: fate.keyword,
      ...watchPlaces(placeViews(fate.places)),
      verdict: whyOf(fate, item, linked),
      notification: notificationOf(fate),
      message: messageOf(fate),
    })),
  };
}

function whyOf(
  fate: WatchFate,
  item: ReadItem | null,
  linked: { site: string; place: string | null },
): Verdict {
  if (fate.deletedAt !== null) return "deleted";
  if (fate.notificationId !== null) return "matched";
  const { site } = linked;
  const place = item?.place ?? linked.place;
  // Where only the place is known, that may already be the reason.
  if (place !== null && explained(fate, { site, place }) === "place") return verdictOf("place", site);
  if (item === null) return "not-read";
  if (item.content === null) return "text-gone";
  const found = explained(fate, { ...item, ...item.content });
  return found === "matched" && !fate.isActive ? "paused" : verdictOf(found, site);
}

type Known = Pick<ReadItem, "site" | "place"> &
  Partial<Pick<ReadItem, "kind" | "createdAt"> & { title: string; body: string }>;

function explained(fate: WatchFate, known: Known) {
  const { site, place, kind = "post", createdAt = new Date(0), title = "", body = "" } = known;
  const rest = { fullname: "", html: null, author: null, url: "", over18: false };
  const rule = { ...fate, places: namesOn(site, fate.places) };
  return explainMatch({ ...rest, site, place, kind, createdAt, title, body }, rule);
}

function itemOf({ kind, site, place, createdAt, seenAt, content }: ReadItem): ExplainAnswer["item"] {
  const { title = "", url = "", over18 = false } = content ?? {};
  return {
    ...inPlace(placeView(site, place)),
    kind,
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
