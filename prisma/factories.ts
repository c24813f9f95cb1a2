import { defaultFilters, defaultNotificationSettings, type Filters } from "@/contract/watch";
import { storedText } from "@/domain/markdown/stored-text";
import { foldKeyword } from "@/domain/matching/fold";
import { placesOn } from "@/domain/reading/place";
import type {
  Delivery,
  Item,
  Notification,
  Prisma,
  Session,
  Subscription,
  User,
  Watch,
} from "@/generated/prisma/client";
import { prisma } from "@/server/platform/database";
import { sessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";
import { newId } from "@/server/platform/ids";
import { hashPassword } from "@/server/accounts/passwords";
import { accessToken, refreshToken } from "@/server/accounts/session-tokens";
import { watchFingerprint } from "@/server/watches/watch-fingerprint";

/** Default password of accounts created here. */
export const factoryPassword = "Listen-2026";
let factoryHash: Promise<string> | undefined;
/** The site of all created places and items. */
const site = "reddit";
let created = 0;

/** A verified Free account; `plan: "pro"` gives it an active subscription. */
export async function createUser(
  overrides: Partial<Omit<Prisma.UserUncheckedCreateInput, "passwordHash">> & {
    password?: string;
    plan?: "free" | "pro";
  } = {},
): Promise<User> {
  const { password, plan, ...fields } = overrides;
  created += 1;
  const id = fields.id ?? newId();
  const passwordHash = await (password === undefined
    ? (factoryHash ??= hashPassword(factoryPassword))
    : hashPassword(password));
  return prisma().user.create({
    data: {
      firstName: "Bob",
      lastName: "Okafor",
      email: `user-${created}-${id.slice(-12)}@earshot.example`,
      emailVerifiedAt: new Date(),
      ...fields,
      id,
      passwordHash,
      ...(plan === "pro" && { subscription: { create: { status: "active", syncedAt: new Date() } } }),
    },
  });
}

type WatchOverrides = Partial<
  Omit<Prisma.WatchUncheckedCreateInput, "places" | "keywordFolded" | "fingerprint" | "userId">
> & {
  /** Names on Reddit. */
  subreddits?: string[];
  /** Places on any site, as stored. */
  places?: string[];
};

/** An active watch for 'invoice software' in r/smallbusiness, with its total and its keyword's group. */
export async function createWatch(user: Pick<User, "id">, overrides: WatchOverrides = {}): Promise<Watch> {
  const { subreddits = ["smallbusiness"], ...others } = overrides;
  const fields = {
    id: newId(),
    keyword: "invoice software",
    places: placesOn(site, subreddits),
    tags: [],
    ...defaultFilters,
    ...defaultNotificationSettings,
    ...others,
  };
  const keywordFolded = foldKeyword(fields.keyword);
  const fingerprint = watchFingerprint({ ...fields, filters: fields as Filters });
  const watch = await prisma().watch.create({
    data: { ...fields, userId: user.id, keywordFolded, fingerprint },
  });
  await prisma().watchTotal.create({ data: { watchId: watch.id } });
  await createUserKeyword(user.id, keywordFolded, fields.keyword);
  return watch;
}

function createUserKeyword(userId: string, keywordFolded: string, keyword: string) {
  return prisma().userKeyword.upsert({
    where: { userId_keywordFolded: { userId, keywordFolded } },
    create: { id: newId(), userId, keywordFolded, keyword },
    update: {},
  });
}

/** A session with its bearer, refresh token and cookie. */
export async function createSession(
  user: Pick<User, "id">,
  overrides: Partial<Session> = {},
): Promise<{ session: Session; bearer: string; refreshToken: string; cookie: string }> {
  const expiresAt = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  const session = await prisma().session.create({
    data: { id: newId(), expiresAt, ...overrides, userId: user.id },
  });
  const claims = { userId: user.id, sessionId: session.id };
  const [cookie = sessionCookieName()] = (await sessionCookie(claims)).split(";");
  return {
    session,
    bearer: `Bearer ${await accessToken(claims)}`,
    refreshToken: refreshToken(session.id, session.generation),
    cookie,
  };
}

/** A notification of a watch, with its item. */
export async function createNotification(
  watch: Pick<Watch, "id" | "userId" | "keyword" | "keywordFolded"> & Partial<Pick<Watch, "revision">>,
  overrides: Partial<Omit<Prisma.NotificationUncheckedCreateInput, "userId" | "watchId">> & {
    item?: Partial<Prisma.ItemUncheckedCreateInput>;
    /** Its outbox entries. */
    outbox?: readonly Pick<Prisma.OutboxEntryUncheckedCreateInput, "channel" | "dueAt" | "frequency">[];
  } = {},
): Promise<{ notification: Notification; item: Item }> {
  const { item: itemFields, outbox = [], ...fields } = overrides;
  created += 1;
  const now = new Date();
  const fullname = itemFields?.fullname ?? `t3_f${newId().replaceAll("-", "").slice(-12)}${created}`;
  const values = {
    kind: "post" as const,
    site,
    place: "smallbusiness",
    title: "Which invoice software do you use?",
    content: "I need **invoice software** that works offline.",
    url: `https://www.reddit.com/r/smallbusiness/comments/${fullname.slice(3)}/`,
    author: "careful_owner",
    createdAt: now,
    storedAt: now,
    checkedAt: now,
    ...itemFields,
    fullname,
  };
  const texts = storedText(values.content);
  const item = await prisma().item.upsert({
    where: { fullname },
    create: { ...texts, ...values },
    update: {},
  });
  const group = await createUserKeyword(watch.userId, watch.keywordFolded, watch.keyword);
  const notification = await prisma().notification.create({
    data: {
      id: newId(),
      site: item.site,
      place: item.place,
      keyword: watch.keyword,
      userKeywordId: group.id,
      revision: watch.revision ?? 1,
      createdAt: now,
      ...fields,
      userId: watch.userId,
      watchId: watch.id,
      fullname,
    },
  });
  const { id: notificationId, userId } = notification;
  await prisma().outboxEntry.createMany({
    data: outbox.map((entry) => ({ ...entry, notificationId, userId })),
  });
  return { notification, item };
}

/** Creates or replaces the user's subscription, active by default. */
export async function createSubscription(
  user: Pick<User, "id">,
  overrides: Partial<Omit<Prisma.SubscriptionUncheckedCreateInput, "userId">> = {},
): Promise<Subscription> {
  const fields = { status: "active", syncedAt: new Date(), ...overrides };
  return prisma().subscription.upsert({
    where: { userId: user.id },
    create: { ...fields, userId: user.id },
    update: fields,
  });
}

/** An email to the user, sent by default. */
export async function createDelivery(
  user: Pick<User, "id">,
  overrides: Partial<Omit<Prisma.DeliveryUncheckedCreateInput, "userId">> = {},
): Promise<Delivery> {
  const now = new Date();
  const fields = { id: newId(), dedupeKey: now.toISOString(), nextAttemptAt: now, status: "sent" as const };
  return prisma().delivery.create({
    data: { channel: "email", destinationId: user.id, ...fields, ...overrides, userId: user.id },
  });
}
