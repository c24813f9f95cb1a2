import { wireSite, wroteAs } from "@/contract/place";
import type { Channel } from "@/domain/delivery/channel";
import { maxMessageItems } from "@/domain/delivery/message";
import { localDays } from "@/domain/time/local-days";
import { waitedForQuiet } from "@/domain/delivery/silence";
import { applyPendingUpdatesIn } from "@/server/mentions/pending-updates";
import type { ClaimedDelivery, MessageKind } from "@/server/delivery/statements/deliveries";
import {
  listMailItems,
  type MailItemRow,
  listMailTotals,
  type MailTotals,
  listNews,
} from "@/server/delivery/statements/messages";
import { quietOn } from "@/server/delivery/statements/policies";
import { claimStories, listSentBefore } from "@/server/delivery/statements/sent-stories";
import { pool } from "@/server/platform/database";
import { resolveTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { renderDue } from "@/server/rendering/render";
import { accountMessages } from "./account-messages";
import { defer, type Made, type MakeMessage, getReader } from "./making";
import { muteUrl } from "./unsubscribe";

const renderingMs = 10_000;
/** Another process is rendering the items, which usually takes a moment. */
const renderWaitMs = 1_000;
const maxRenderWaitMs = 60_000;

export function readMessages(
  channel: Channel,
  kind: MessageKind,
  claimed: readonly ClaimedDelivery[],
  now: Date,
): Promise<MakeMessage> {
  if (kind === "account") return accountMessages(claimed, now);
  return alertMessages(claimed, channel, now);
}

async function alertMessages(
  claimed: readonly ClaimedDelivery[],
  channel: Channel,
  now: Date,
): Promise<MakeMessage> {
  const reachable = claimed.filter((delivery) => delivery.isReachable);
  const ids = reachable.map((delivery) => delivery.id);
  await applyPendingUpdatesIn(ids);
  await claimStories(
    pool(),
    reachable.map(({ id, timeZone }) => ({ id, day: localDays(now, timeZone, 1)[0]!.date })),
  );
  const make =
    channel.content === "items" ? await itemMessages(channel, ids, now) : await newsMessages(channel, ids);
  return (delivery: ClaimedDelivery): Made => {
    if (!delivery.isReachable) return { skip: "suppressed" };
    if (!delivery.isThere) return { skip: "gone" };
    if (delivery.template === "test") return { about: "test", reader: getReader(delivery), now };
    // A mute or quiet hours might have started after it was enqueued.
    return defer(channel, delivery, now) ?? make(delivery);
  };
}

function isAfterQuiet(channel: Channel, delivery: ClaimedDelivery, deferredAt: Date | null): boolean {
  return waitedForQuiet(new Date(delivery.dedupeKey), deferredAt, quietOn(channel, delivery));
}

async function newsMessages(channel: Channel, ids: readonly string[]): Promise<MakeMessage> {
  const updates = await listNews(pool(), ids);
  await resolveTitles(updates.flatMap((one) => [one, ...one.elsewhere]));
  const found = new Map(updates.map((one) => [one.deliveryId, one]));
  const emptyBy = await reasonsOfEmpty(ids.filter((id) => !found.has(id)));
  return (delivery) => {
    const updates = found.get(delivery.id);
    if (updates === undefined) return { skip: emptyBy(delivery.id) };
    const places = [updates, ...updates.elsewhere].map(({ site, place }) => placeView(site, place).label);
    const late = { isAfterQuiet: isAfterQuiet(channel, delivery, updates.deferredAt) };
    return { about: "news", news: { ...updates, ...late, place: [...new Set(places)].join(", ") } };
  };
}

async function itemMessages(channel: Channel, ids: readonly string[], now: Date): Promise<MakeMessage> {
  const totals = new Map((await listMailTotals(pool(), ids, now)).map((total) => [total.deliveryId, total]));
  const items = new Map<string, MailItemRow[]>(ids.map((id) => [id, []]));
  const rendered = await listRenderedItems(ids, now);
  await resolveTitles(rendered.flatMap((item) => [item, ...item.elsewhere]));
  for (const item of rendered) items.get(item.deliveryId)!.push(item);
  const emptyBy = await reasonsOfEmpty(ids.filter((id) => !totals.has(id)));
  return (delivery) => {
    const carried = totals.get(delivery.id);
    if (carried === undefined) return { skip: emptyBy(delivery.id) };
    const own = items.get(delivery.id) ?? [];
    if (own.some((item) => isBeingRendered(item, now))) return { waitMs: renderWaitMs, reason: "items" };
    return {
      about: "matches",
      content: {
        ...carried,
        isAfterQuiet: isAfterQuiet(channel, delivery, carried.deferredAt),
        keywords: carried.keywords.map(withMute),
        items: own.map(asWritten),
      },
      reader: getReader(delivery),
      now,
    };
  };
}

/** Explains why deliveries are empty: no items left, or another message of the day already contains them. */
async function reasonsOfEmpty(ids: readonly string[]): Promise<(id: string) => string> {
  const sent = new Set(ids.length === 0 ? [] : await listSentBefore(pool(), ids));
  return (id) => (sent.has(id) ? "sent" : "empty");
}

function withMute({ userKeywordId, ...matches }: MailTotals["keywords"][number]) {
  return { ...matches, muteUrl: muteUrl(userKeywordId) };
}

function asWritten(item: MailItemRow) {
  const { site, author } = item;
  const place = placeView(site, item.place).label;
  const where = site === wireSite ? null : place;
  const elsewhere = item.elsewhere.map((one) => ({
    place: placeView(one.site, one.place).label,
    url: one.url,
  }));
  return { ...item, place, where, elsewhere, author: author && wroteAs(site, author) };
}

async function listRenderedItems(deliveryIds: readonly string[], now: Date): Promise<MailItemRow[]> {
  const items = await listMailItems(pool(), deliveryIds, maxMessageItems);
  const left = new Set(items.filter((item) => item.isToRender).map((item) => item.fullname));
  if (left.size === 0) return items;
  const startedMs = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - startedMs);
  const { rendered, given: input } = await renderDue(
    [...left],
    clock,
    () => new Date(now.getTime() + renderingMs),
  );
  return rendered + input === 0 ? items : listMailItems(pool(), deliveryIds, maxMessageItems);
}

/** Whether it is being rendered or retried soon. After `maxRenderWaitMs` it is sent unrendered. */
function isBeingRendered({ isToRender, storedAt }: MailItemRow, now: Date): boolean {
  return isToRender && now.getTime() - storedAt.getTime() < maxRenderWaitMs;
}
