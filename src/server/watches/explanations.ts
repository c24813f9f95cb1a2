import { inPlace, watchPlaces } from "@/contract/place";
import { verdictOf, type ExplainAnswer, type Verdict } from "@/contract/preview";
import type { Item } from "@/domain/item";
import { explainMatch } from "@/domain/matching/explain";
import { namesOn } from "@/domain/place";
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/platform/place-titles";
import { addressed, labelled, placeView, placeViews } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { fetchLinked } from "@/server/reading/fetch-linked";
import { findReadItem, type ReadItem } from "@/server/reading/statements/known-items";
import { findLink, type Linked } from "./linked-items";
import { partsOf } from "./watch-expressions";
import { listWatchFates, type WatchFate } from "./statements/watch-fates";

/** From the beginning of a read to the recording of what it showed. */
const readingMs = 10 * 60_000;

/**
 * Why each watch of the user has an item or not. Where its text is not held and some watch could have it, its site is asked.
 * VALIDATION_ERROR for an address that leads to no item.
 */
export async function explainLink(user: Account, url: string): Promise<ExplainAnswer> {
  const linked = await findLink(user.id, url);
  let { read, fates } = await toldOf(user, linked.fullname);
  const own = linked.place === null ? [] : [`${linked.site}:${linked.place}`];
  await learnTitles([...fates.flatMap(({ places }) => places), ...own]);
  const isOpen = fates.some((fate) => isUntold(whyOf(fate, { read, fetched: null }, linked)));
  const fetched = linked.fetched ?? (isOpen ? await fetchLinked(linked.site, linked.fullname) : null);
  // An address may call its item otherwise than its site does, such as by a name that its author has for now.
  const fullname = fetched?.item?.fullname ?? linked.fullname;
  if (fullname !== linked.fullname) ({ read, fates } = await toldOf(user, fullname));
  const known = { read, fetched: fetched?.item ? labelled(fetched.item) : null };
  return {
    item: read && readItemOf(read),
    asked: fetched && {
      siteName: askedName(linked),
      outcome: fetched.outcome,
      item: fetched.item && itemOf(fetched.item, fetched.item),
    },
    explanations: fates.map((fate) => ({
      watchId: fate.watchId,
      keyword: fate.keyword,
      ...watchPlaces(placeViews(fate.places)),
      verdict: whyOf(fate, known, linked),
      parts: partsToldOf(fate, known),
      notification: notificationOf(fate),
      message: messageOf(fate),
    })),
  };
}

/** Where addresses are what people give, each is a site of its own. */
function askedName({ site, place }: Pick<Linked, "site" | "place">): string {
  const { hostOf, title } = siteOf(site);
  return hostOf === undefined || place === null ? title : placeView(site, place).label;
}

async function toldOf(user: Account, fullname: string) {
  const [read, fates] = await Promise.all([
    findReadItem(pool(), fullname),
    listWatchFates(pool(), user, fullname),
  ]);
  return { read, fates };
}

/** What is known of an item: as it was read here, and as its site says it is now. */
interface Known {
  read: ReadItem | null;
  fetched: Item | null;
}

/** Verdicts for want of the item's text, or of the item. */
function isUntold(verdict: Verdict): boolean {
  return verdict === "not-read" || verdict === "text-gone" || verdict === "unresolved";
}

function whyOf(fate: WatchFate, { read, fetched }: Known, linked: Linked): Verdict {
  if (fate.deletedAt !== null) return "deleted";
  if (fate.notificationId !== null) return "matched";
  const { site } = linked;
  const place = read?.place ?? fetched?.place ?? linked.place;
  // Where only the place is known, that may already be the reason.
  if (place !== null && explained(fate, { site, place }) === "place") return verdictOf("place", site);
  const held = read?.content ? addressed({ ...read, ...read.content }) : fetched;
  if (linked.isByAddress && held === null && read === null) return "unresolved";
  if (held === null) return read === null ? "not-read" : "text-gone";
  const found = explained(fate, held);
  if (found !== "matched") return verdictOf(found, site);
  if (!fate.isActive) return "paused";
  const overflow = read === null ? undefined : overflowAt(fate, read.seenAt);
  if (overflow !== undefined) return overflow.reason === "text" ? "too-much-text" : "too-many";
  return held === fetched ? "would-match" : "matched";
}

/** What its expression says of the text that the verdict goes by; of what was deleted nothing. */
function partsToldOf(fate: WatchFate, { read, fetched }: Known) {
  const held = read?.content ? addressed({ ...read, ...read.content }) : fetched;
  return held === null || fate.deletedAt !== null ? null : partsOf(fate, held);
}

/** The limit that the watch had reached when this was read, which took a while until it was recorded. */
function overflowAt({ overflows }: WatchFate, seenAt: Date) {
  return overflows.find(
    ({ fromAt, toAt }) => fromAt.getTime() - readingMs <= seenAt.getTime() && seenAt <= toAt,
  );
}

/** Of which only the place may be known. */
const nothing = { fullname: "", html: null, author: null, url: "", over18: false, title: "", body: "" };

function explained(fate: WatchFate, known: Pick<Item, "site" | "place"> & Partial<Item>) {
  const rule = { ...fate, places: namesOn(known.site, fate.places), authors: fate.authors?.[known.site] };
  return explainMatch({ ...nothing, kind: "post", createdAt: new Date(0), ...known }, rule);
}

function readItemOf(read: ReadItem): ExplainAnswer["item"] {
  const { title = "", url = "", over18 = false } = read.content ?? {};
  return { ...itemOf(read, { title, url, over18 }), readAt: read.seenAt.toISOString() };
}

function itemOf(
  { kind, site, place, createdAt }: Pick<Item, "kind" | "site" | "place" | "createdAt">,
  { title, url, over18 }: Pick<Item, "title" | "url" | "over18">,
) {
  return { ...inPlace(placeView(site, place)), kind, createdAt: createdAt.toISOString(), title, url, over18 };
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
