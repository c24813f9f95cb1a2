import { setTimeout as sleep } from "node:timers/promises";
import { ownChannel } from "@/channels/own-channel";
import { channelNames, getChannel, givenChannels, givenOf, type ChannelName } from "@/channels/registry";
import type { DestinationChange, DestinationDraft, DestinationView } from "@/contract/destination";
import type { Outcome } from "@/domain/delivery/channel";
import { getPlan } from "@/domain/plans/plans";
import { saveGiven } from "@/server/delivery/destinations";
import { endWaits, switchOff, turnedOn } from "@/server/delivery/statements/given-destinations";
import { insertPendingChat, isPendingChat } from "@/server/delivery/statements/chats";
import { unsubscribeUrl } from "@/server/delivery/unsubscribe";
import { prisma, transaction } from "@/server/platform/database";
import { AppError, fieldError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { newId } from "@/server/platform/ids";
import { encrypt, decrypt } from "@/server/platform/encryption";
import { destinationView } from "./destination-views";
import { updateNotificationPreferences } from "./profiles";
import { newChatLink } from "./chat-links";
import { reserveTest } from "./receiver-tests";
import { lockSignedIn } from "./sessions";
import type { Account } from "./statements/accounts";

interface SignedIn {
  user: Account;
  sessionId: string;
}

/** A user's destinations: the account's email address first, then by creation. */
export async function listDestinations(user: Account): Promise<{ destinations: DestinationView[] }> {
  const [found, sent] = await Promise.all([
    prisma().destination.findMany({
      where: { userId: user.id },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    prisma().delivery.groupBy({
      by: ["destinationId"],
      where: { userId: user.id, status: "sent" },
      _max: { sentAt: true },
    }),
  ]);
  const sentAt = new Map(sent.map((one) => [one.destinationId, one._max.sentAt]));
  const views = found.map((row) => destinationView(row, user, sentAt.get(row.id) ?? null));
  const isOwn = ({ channel }: DestinationView) => channel === ownChannel;
  return { destinations: [...views.filter(isOwn), ...views.filter((view) => !isOwn(view))] };
}

/** Tests before saving; chats get a link instead. Throws PRO_REQUIRED, LIMIT_REACHED, VALIDATION_ERROR. */
export async function createDestination(
  { user, sessionId }: SignedIn,
  draft: DestinationDraft,
  now: Date,
): Promise<{ destination: DestinationView; secret?: string; link?: string }> {
  const channel = channelNamed(draft.channel);
  const userInput = channel === null ? undefined : givenOf(channel);
  if (channel === null || userInput === undefined) throw fieldError("channel", "Choose a channel type");
  requirePro(user);
  if (userInput.isConnected === true) return connectChat({ user, sessionId }, channel, draft, now);
  if (!draft.address) throw fieldError("address", "Enter a URL");
  const checked = userInput.check(draft.address);
  if ("fault" in checked) throw fieldError("address", checked.fault);
  await requireCapacity(user);
  const startsAt = await reserveTest(user.id, { given: userInput, address: checked.address }, now);
  await sleep(startsAt.getTime() - now.getTime());
  const secret = userInput.makeSecret?.() ?? draft.token ?? "";
  const outcome = await sendTest(channel, { address: checked.address, secret }, user, now);
  if (outcome.kind === "later" && outcome.isUntried) throw fieldError("address", pausedHostText);
  if (outcome.kind !== "sent")
    throw fieldError("address", `Test delivery failed: ${outcome.words ?? outcome.reason}`);
  const id = await transaction(async (tx) => {
    const owner = await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    requirePro(owner);
    await requireCapacity(owner);
    const { label, isDefault } = draft;
    return saveGiven({ channel, userId: user.id, address: checked.address, secret, label, isDefault }, now);
  });
  const destination = destinationView(await findOwn(user.id, id), user, null);
  return userInput.makeSecret === undefined ? { destination } : { destination, secret };
}

async function connectChat(
  { user, sessionId }: SignedIn,
  channel: ChannelName,
  { label, isDefault }: Pick<DestinationDraft, "label" | "isDefault">,
  now: Date,
): Promise<{ destination: DestinationView; link: string }> {
  if (!getChannel(channel).isOn()) throw fieldError("channel", "Telegram isn't set up on this server");
  await requireCapacity(user);
  const { link, ...pending } = await newChatLink(now);
  await transaction(async (tx) => {
    const owner = await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    requirePro(owner);
    const { id: userId } = user;
    const expired = { userId, offReason: "pending", codeUntil: { lte: now } };
    await prisma().destination.deleteMany({ where: expired });
    await requireCapacity(owner);
    await insertPendingChat({ ...pending, userId, label, isDefault }, now);
  });
  return { destination: destinationView(await findOwn(user.id, pending.id), user, null), link };
}

function channelNamed(name: string): ChannelName | null {
  return channelNames.find((one) => one === name) ?? null;
}

export function requirePro(user: Account): void {
  if (getPlan(user.subscriptionStatus).destinationLimit === 0) throw new AppError("PRO_REQUIRED");
}

async function requireCapacity(user: Account): Promise<void> {
  const count = await prisma().destination.count({
    where: { userId: user.id, channel: { in: givenChannels() } },
  });
  if (count >= getPlan(user.subscriptionStatus).destinationLimit) throw new AppError("LIMIT_REACHED");
}

const pausedHostText =
  "We couldn't send a test, because requests to this host are failing or slow. Try again in a minute.";

/** Sends directly, not through the outbox, because the destination hasn't been saved. */
async function sendTest(
  name: ChannelName,
  to: { address: string; secret: string },
  user: Account,
  now: Date,
): Promise<Outcome> {
  const channel = getChannel(name);
  const { email, timeZone } = user;
  const reader = { email, timeZone, unsubscribeUrl: unsubscribeUrl(user.id) };
  const { message } = await channel.render({ about: "test", reader, now });
  const outgoing = { id: newId(), createdAt: now, isUnclear: false, message, to };
  const verdict = channel.classify(await channel.send({ key: outgoing.id, at: now, messages: [outgoing] }));
  return Array.isArray(verdict) ? (verdict as Outcome[])[0]! : (verdict as Outcome);
}

/** Throws NOT_FOUND, PRO_REQUIRED when turning it on without Pro, VALIDATION_ERROR without a chat. */
export async function updateDestination(
  { user, sessionId }: SignedIn,
  id: string | undefined,
  change: DestinationChange,
  now: Date,
): Promise<{ destination: DestinationView }> {
  const before = await findOwn(user.id, id);
  if (givenOf(before.channel) === undefined)
    return { destination: await switchOwn(user, before, change, now) };
  await transaction(async (tx) => {
    const owner = await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    if (change.isActive === true) requirePro(owner);
    if (change.isActive === true && (await isPendingChat(tx, before.id)))
      throw fieldError("isActive", "Press Start in Telegram first");
    const { label, isDefault, isActive } = change;
    const { destination } = prisma();
    const where = { id: before.id };
    await destination.updateMany({ where, data: { label, isDefault, ...(isActive ? turnedOn : {}) } });
    if (isActive === false) await switchOff(before.id, "owner", now);
  });
  return { destination: destinationView(await findOwn(user.id, id), user, null) };
}

/** The account's address is turned on and off with the alert email setting, push in the browser itself. */
async function switchOwn(
  user: Account,
  row: Awaited<ReturnType<typeof findOwn>>,
  { label, isActive, isDefault }: DestinationChange,
  now: Date,
): Promise<DestinationView> {
  if (row.channel !== ownChannel && isActive !== undefined)
    throw fieldError("isActive", "Turn push on or off in that browser");
  if (isDefault !== undefined) throw fieldError("isDefault", "This destination is always a default");
  if (isActive !== undefined)
    await updateNotificationPreferences(user, { emailNotifications: isActive }, now);
  const emailNotifications = isActive ?? user.emailNotifications;
  const emailStatus = isActive === true && !user.emailNotifications ? "ok" : user.emailStatus;
  const named = await prisma().destination.update({ where: { id: row.id }, data: { label } });
  return destinationView(named, { ...user, emailNotifications, emailStatus }, null);
}

/** Throws NOT_FOUND, or VALIDATION_ERROR for the account's email address. */
export async function deleteDestination(
  { user }: SignedIn,
  id: string | undefined,
  now: Date,
): Promise<void> {
  const { channel, id: found } = await findOwn(user.id, id);
  if (channel === ownChannel)
    throw new AppError("VALIDATION_ERROR", "Your email address can be turned off but not removed.");
  await transaction(async () => {
    await prisma().destination.deleteMany({ where: { id: found, userId: user.id } });
    await endWaits({ destinationId: found }, now);
  });
}

/** Shown only once; the previous secret signs for a day. Throws NOT_FOUND, PRO_REQUIRED, VALIDATION_ERROR. */
export async function renewSecret(
  { user, sessionId }: SignedIn,
  id: string | undefined,
  now: Date,
): Promise<{ secret: string }> {
  const row = await findOwn(user.id, id);
  requirePro(user);
  const renew = givenOf(row.channel)?.renewSecret;
  const before = row.encryptedSecret === null ? null : decrypt(row.encryptedSecret, row.id);
  if (renew === undefined || before === null)
    throw new AppError("VALIDATION_ERROR", "Messages to this destination aren't signed.");
  const { secret, shown } = renew(before, now);
  await transaction(async (tx) => {
    await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    const where = { id: row.id, encryptedSecret: row.encryptedSecret };
    const data = { encryptedSecret: encrypt(secret, row.id) };
    if ((await prisma().destination.updateMany({ where, data })).count === 0) throw new AppError("NOT_FOUND");
  });
  return { secret: shown };
}

/** Throws NOT_FOUND. */
export async function findOwn(userId: string, id: string | undefined) {
  const found = await prisma().destination.findFirst({ where: { id: getId(id), userId } });
  if (found === null) throw new AppError("NOT_FOUND");
  return found;
}
