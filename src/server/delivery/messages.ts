import { wireSite, wroteAs } from "@/contract/place";
import type { Channel } from "@/domain/channel";
import { destinationOfSlot } from "@/domain/destination-off";
import { overflowOfSlot, overflowSlot } from "@/domain/day-overflow";
import { keyOfSlot } from "@/domain/new-key";
import { type Message, mostMessageItems, type Reader } from "@/domain/message";
import { localDays } from "@/domain/local-days";
import { silentUntil, waitedForQuiet } from "@/domain/silence";
import { isPlanNotice } from "@/domain/subscription";
import { env } from "@/env";
import { carryOutMarksIn } from "@/server/clips/pending-marks";
import type { ClaimedDelivery, MessageKind } from "@/server/delivery/statements/deliveries";
import { listGivenOn, listOff } from "@/server/delivery/statements/given-destinations";
import {
  listAccountTokens,
  listMailItems,
  type MailItemRow,
  listMailTotals,
  type MailTotals,
  listNews,
  listOverflows,
} from "@/server/delivery/statements/messages";
import { quietOn } from "@/server/delivery/statements/policies";
import { claimStories, listToldBefore } from "@/server/delivery/statements/told-stories";
import { pool, prisma } from "@/server/platform/database";
import { learnTitlesOf } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import { accountToken, emailToken } from "@/server/platform/tokens";
import { renderDue } from "@/server/rendering/render";
import { muteUrl, unsubscribeUrl } from "./unsubscribe";

/** So long the messages of a turn wait for their items. */
const renderingMs = 10_000;
/** Somebody else renders them just now: mostly it is a matter of moments. */
const renderWaitMs = 1_000;
const mostRenderWaitMs = 60_000;
/** After this it is asked again whether a message still has to wait: a mute can be ended. */
const mostSilentMs = 3_600_000;

/** What is to be rendered; or why nothing is to go, or how long it has to wait for what it is made of. */
type Made = Message | { skip: string } | { waitMs: number; reason: string };
export type MakeMessage = (delivery: ClaimedDelivery) => Made;

/** Reads what these deliveries tell, all at once, and answers how a message is made for each. */
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
  await carryOutMarksIn(ids);
  await claimStories(
    pool(),
    reachable.map(({ id, timeZone }) => ({ id, day: localDays(now, timeZone, 1)[0]!.date })),
  );
  const make =
    channel.tells === "items" ? await itemMessages(channel, ids, now) : await newsMessages(channel, ids);
  return (delivery: ClaimedDelivery): Made => {
    if (!delivery.isReachable) return { skip: "suppressed" };
    if (!delivery.isThere) return { skip: "gone" };
    if (delivery.template === "test") return { about: "test", reader: readerOf(delivery), now };
    // Sealed before, and still not sent.
    const until = silentUntil(now, quietOn(channel, delivery));
    if (until === null) return make(delivery);
    return { waitMs: Math.min(until.getTime() - now.getTime(), mostSilentMs), reason: "quiet" };
  };
}

function readerOf({ userId, email, timeZone }: ClaimedDelivery): Reader {
  return { email, timeZone, unsubscribeUrl: unsubscribeUrl(userId) };
}

/** Whether it comes late because of quiet hours. */
function isAfterQuiet(channel: Channel, delivery: ClaimedDelivery, heldAt: Date | null): boolean {
  return waitedForQuiet(new Date(delivery.slot), heldAt, quietOn(channel, delivery));
}

async function newsMessages(channel: Channel, ids: readonly string[]): Promise<MakeMessage> {
  const told = await listNews(pool(), ids);
  await learnTitlesOf(told.flatMap((news) => [news, ...news.elsewhere]));
  const found = new Map(told.map((news) => [news.deliveryId, news]));
  const emptyBy = await reasonsOfEmpty(ids.filter((id) => !found.has(id)));
  return (delivery) => {
    const news = found.get(delivery.id);
    if (news === undefined) return { skip: emptyBy(delivery.id) };
    const places = [news, ...news.elsewhere].map(({ site, place }) => placeView(site, place).label);
    const late = { isAfterQuiet: isAfterQuiet(channel, delivery, news.heldAt) };
    return { about: "news", news: { ...news, ...late, place: [...new Set(places)].join(", ") } };
  };
}

async function itemMessages(channel: Channel, ids: readonly string[], now: Date): Promise<MakeMessage> {
  const totals = new Map((await listMailTotals(pool(), ids, now)).map((total) => [total.deliveryId, total]));
  const items = new Map<string, MailItemRow[]>(ids.map((id) => [id, []]));
  const rendered = await listRenderedItems(ids, now);
  await learnTitlesOf(rendered.flatMap((item) => [item, ...item.elsewhere]));
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
        isAfterQuiet: isAfterQuiet(channel, delivery, carried.heldAt),
        keywords: carried.keywords.map(withMute),
        items: own.map(asWritten),
      },
      reader: readerOf(delivery),
      now,
    };
  };
}

/** Why these have nothing to tell: nothing is left, or a message of the day has told it. */
async function reasonsOfEmpty(ids: readonly string[]): Promise<(id: string) => string> {
  const told = new Set(ids.length === 0 ? [] : await listToldBefore(pool(), ids));
  return (id) => (told.has(id) ? "told" : "empty");
}

function withMute({ userKeywordId, ...heard }: MailTotals["keywords"][number]) {
  return { ...heard, muteUrl: muteUrl(userKeywordId) };
}

/** With its places and author as people write them. */
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

/** What the messages carry, after rendering what of it was left: usually nothing. */
async function listRenderedItems(deliveryIds: readonly string[], now: Date): Promise<MailItemRow[]> {
  const items = await listMailItems(pool(), deliveryIds, mostMessageItems);
  const left = new Set(items.filter((item) => item.isToRender).map((item) => item.fullname));
  if (left.size === 0) return items;
  const begunMs = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - begunMs);
  const { rendered, given } = await renderDue([...left], clock, () => new Date(now.getTime() + renderingMs));
  return rendered + given === 0 ? items : listMailItems(pool(), deliveryIds, mostMessageItems);
}

/** By another process, or soon again by some; an item that takes longer goes as it was written, and holds up nothing. */
function isBeingRendered({ isToRender, storedAt }: MailItemRow, now: Date): boolean {
  return isToRender && now.getTime() - storedAt.getTime() < mostRenderWaitMs;
}

/** What is to be told of days on which a watch heard too much, by slot. */
async function readOverflows(claimed: readonly ClaimedDelivery[]) {
  const days = claimed.flatMap(({ slot }) => overflowOfSlot(slot) ?? []);
  const found = days.length === 0 ? [] : await listOverflows(pool(), days);
  return new Map(found.map((overflow) => [overflowSlot(overflow), overflow]));
}

/** Destinations of which it is to be told that they are off, and still are. */
async function readOffs(claimed: readonly ClaimedDelivery[]) {
  const ids = claimed.flatMap(({ slot }) => destinationOfSlot(slot) ?? []);
  const found = ids.length === 0 ? [] : await listOff(pool(), ids);
  return new Map(found.map((off) => [off.id, off]));
}

/** API keys that were just made, and not revoked meanwhile. */
async function readKeys(claimed: readonly ClaimedDelivery[]) {
  const ids = claimed.flatMap(({ slot }) => keyOfSlot(slot) ?? []);
  const found = ids.length === 0 ? [] : await prisma().apiKey.findMany({ where: { id: { in: ids } } });
  return new Map(found.map((key) => [key.id, key]));
}

/** Receivers that stay on although a password was changed: whoever reads of the change looks whether they are theirs. */
async function readStays(claimed: readonly ClaimedDelivery[]) {
  const userIds = claimed.flatMap(({ template, userId }) => (template === "password-changed" ? userId : []));
  return userIds.length === 0 ? [] : listGivenOn(pool(), userIds);
}

async function accountMessages(claimed: readonly ClaimedDelivery[], now: Date): Promise<MakeMessage> {
  const withLink = claimed.filter(
    ({ slot, template }) =>
      !isPlanNotice(template) && !overflowOfSlot(slot) && !destinationOfSlot(slot) && !keyOfSlot(slot),
  );
  const found = await listAccountTokens(
    pool(),
    withLink.map((delivery) => delivery.slot),
    now,
  );
  const tokens = new Map(found.map((token) => [token.id, token]));
  const overflows = await readOverflows(claimed);
  const offs = await readOffs(claimed);
  const keys = await readKeys(claimed);
  const stays = await readStays(claimed);
  return ({ template, slot, userId, email, emailStatus, timeZone, isReachable }) => {
    if (overflowOfSlot(slot)) {
      if (!isReachable) return { skip: "suppressed" };
      const overflow = overflows.get(slot);
      return overflow === undefined ? { skip: "gone" } : { about: "overflow", overflow, to: email };
    }
    const destinationId = destinationOfSlot(slot);
    if (destinationId !== null) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      const off = offs.get(destinationId);
      return off === undefined ? { skip: "gone" } : { about: "off", off, to: email };
    }
    const keyId = keyOfSlot(slot);
    if (keyId !== null) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      const key = keys.get(keyId);
      return key === undefined ? { skip: "gone" } : { about: "key", key, timeZone, to: email };
    }
    if (isPlanNotice(template)) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      return { about: "plan", template, to: email };
    }
    const token = tokens.get(slot);
    if (token === undefined) return { skip: "expired" };
    // A change of address is mailed to the new one, whatever became of the old; a notice of it to the old one.
    if (token.email === email && emailStatus === "bounced") return { skip: "suppressed" };
    const { registeredAt, registeredWith } = token;
    const declineUrl = `${env().APP_URL}/api/auth/decline/${accountToken("decline", userId)}`;
    return {
      about: "account",
      template: template ?? "",
      to: token.email,
      token: emailToken(token.id),
      registration: { timeZone, at: registeredAt, with: registeredWith, declineUrl },
      ...(template === "password-changed" && { stays: stays.filter((one) => one.userId === userId) }),
    };
  };
}
