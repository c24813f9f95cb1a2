import { newId } from "@/server/platform/ids";
import { pool } from "@/server/platform/database";

/** Fixtures for the delivery tests: users, items and notifications with pending emails. */

interface UserOverrides {
  email?: string;
  timeZone?: string;
  emailFrequency?: "realtime" | "hourly" | "daily";
  emailNotifications?: boolean;
  emailStatus?: "ok" | "bounced" | "complained" | "unsubscribed";
  isVerified?: boolean;
}

export async function makeUser(overrides: UserOverrides = {}): Promise<{ id: string; email: string }> {
  const id = newId();
  const user = {
    email: `${id}@example.com`,
    timeZone: "UTC",
    emailFrequency: "realtime",
    emailNotifications: true,
    emailStatus: "ok",
    isVerified: true,
    ...overrides,
  };
  await pool().query(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt", "timeZone", "emailFrequency", "emailNotifications", "emailStatus")
     VALUES ($1, 'Maya', 'Okafor', $2, 'none', CASE WHEN $3 THEN now() END, $4, $5::"Frequency", $6, $7::"EmailStatus")`,
    [
      id,
      user.email,
      user.isVerified,
      user.timeZone,
      user.emailFrequency,
      user.emailNotifications,
      user.emailStatus,
    ],
  );
  return { id, email: user.email };
}

export interface EntryOverrides {
  keyword?: string;
  watchId?: string;
  fullname?: string;
  title?: string;
  content?: string;
  author?: string | null;
  kind?: "post" | "comment";
  subreddit?: string;
  frequency?: "realtime" | "hourly" | "daily" | null;
  dueAt?: Date;
  createdAt?: Date;
  isInDigest?: boolean;
}

/** Creates an item with a notification whose email is due at `dueAt`. */
export async function createPendingEmail(
  userId: string,
  now: Date,
  overrides: EntryOverrides = {},
): Promise<string> {
  const id = newId();
  const entry = {
    keyword: "tidewater",
    watchId: newId(),
    fullname: `t3_${id.replaceAll("-", "").slice(-16)}`,
    title: "Which bookkeeping tool survived your first tax year?",
    content: "I left tidewater over the missing bank feed.",
    author: "north_of_nine",
    kind: "post",
    subreddit: "freelance",
    frequency: "realtime" as EntryOverrides["frequency"],
    dueAt: now,
    createdAt: now,
    isInDigest: false,
    ...overrides,
  };
  await pool().query(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "createdAt", "storedAt", "checkedAt")
     VALUES ($1, $2::"ItemKind", 'reddit', $3, $4, $5, 'https://www.reddit.com/r/' || $3 || '/comments/' || $1 || '/', $6, $7, $7, $7)
     ON CONFLICT DO NOTHING`,
    [entry.fullname, entry.kind, entry.subreddit, entry.title, entry.content, entry.author, entry.createdAt],
  );
  await pool().query(
    `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
     VALUES ($1, $2, $3, $4, 'reddit', $5, $6, $7, $8)`,
    [id, userId, entry.watchId, entry.fullname, entry.subreddit, entry.keyword, newId(), entry.createdAt],
  );
  if (entry.frequency !== null) {
    await pool().query(
      `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency", "isInDigest")
       VALUES ($1, 'email', $2, $3, $4::"Frequency", $5)`,
      [id, userId, entry.dueAt, entry.frequency, entry.isInDigest],
    );
  }
  return id;
}

export interface StoredDelivery {
  id: string;
  dedupeKey: string;
  channel: string;
  status: string;
  reason: string | null;
  count: number;
  attempts: number;
  message: unknown;
  providerId: string | null;
}

export async function getDeliveries(userId: string): Promise<StoredDelivery[]> {
  const { rows } = await pool().query<StoredDelivery>(
    `SELECT * FROM "Delivery" WHERE "userId" = $1 ORDER BY "dedupeKey"`,
    [userId],
  );
  return rows;
}

/** A notification's pending message, or the delivery that contains it. */
export interface StoredEntry {
  mailDueAt: Date | null;
  effectiveFrequency: string | null;
  deliveryId: string | null;
}

export async function countOutbox(userId: string): Promise<StoredEntry[]> {
  const { rows } = await pool().query<StoredEntry>(
    `SELECT o."dueAt" AS "mailDueAt", o."frequency" AS "effectiveFrequency", e."deliveryId" FROM "Notification" n
     LEFT JOIN "OutboxEntry" o ON o."notificationId" = n."id" AND o."channel" = 'email'
     LEFT JOIN "DeliveryEntry" e ON e."notificationId" = n."id"
     WHERE n."userId" = $1 ORDER BY n."createdAt", n."id"`,
    [userId],
  );
  return rows;
}

/** Empties all tables that these tests write. Each file has its own database. */
export async function emptyOutbox(): Promise<void> {
  await pool().query(
    `TRUNCATE "User", "Item", "Notification", "OutboxEntry", "DeliveryEntry", "Delivery", "ClosedAccount", "WebhookEvent", "Budget" CASCADE`,
  );
}
