import * as z from "zod";
import { toggles } from "@/contract/user";
import type { User as UserColumns } from "@/generated/prisma/client";
import { joined, pool, prisma, sql, word, type Queryable, type Sql } from "@/server/platform/database";
import { countMentions, listedSql } from "@/server/mentions/statements/mentions";
import {
  pendingBulkUpdate,
  pendingUpdatesSql,
  statusParts,
} from "@/server/mentions/statements/pending-update-sql";
import { policyColumns, policyRow } from "@/server/delivery/statements/policies";
import { planStatusSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";

// Reads include pending bulk updates. Writes run in the caller's transaction, with outbox changes.

const toggleShape = Object.fromEntries(toggles.map((name) => [name, z.boolean()])) as Record<
  (typeof toggles)[number],
  z.ZodBoolean
>;

export const accountRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerifiedAt: z.date().nullable(),
  registeredAt: z.date(),
  timeZone: z.string(),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  emailNotifications: z.boolean(),
  emailFrequency: z.enum(["realtime", "hourly", "daily"]),
  theme: z.enum(["system", "light", "dark"]),
  digestHour: z.number(),
  digestDays: z.array(z.number()),
  ...toggleShape,
  weeklyReportAt: z.date().nullable(),
  ...policyRow.shape,
  subscriptionStatus: z.string().nullable(),
  pendingBulkUpdates: z.array(pendingBulkUpdate),
});
export type Account = z.infer<typeof accountRow>;
export type Reader = Pick<Account, "id" | "pendingBulkUpdates">;

const accountColumns =
  () => sql`u."id", u."firstName", u."lastName", u."email", u."emailVerifiedAt", u."createdAt" AS "registeredAt", u."timeZone",
  u."emailStatus"::text, u."emailNotifications", u."emailFrequency"::text, u."theme"::text, u."digestHour", u."digestDays", u."weeklyReportAt", ${joined(toggles.map((name) => word(`u."${name}"`)))}, ${policyColumns}, ${planStatusSql()} AS "subscriptionStatus",
  ${pendingUpdatesSql} AS "pendingBulkUpdates"`;

/** Reads the account (`u`) that joins and a condition select, with the additional `columns`. */
export async function selectAccount<T>(
  db: Queryable,
  row: z.ZodType<T>,
  which: Sql,
  columns = sql``,
): Promise<T | null> {
  const [found] = await rows(
    db,
    row,
    sql`SELECT ${accountColumns()}${columns}
     FROM "User" u LEFT JOIN "Subscription" b ON b."userId" = u."id" ${which}`,
  );
  return found ?? null;
}

/**
 * Locks the account until the transaction ends; null if deleted. The lock is NO KEY, so recordings don't
 * wait. Deletion (`isLeaving`) takes the full lock first: upgrading could deadlock with a recording.
 */
export async function lockUser(
  tx: Queryable,
  userId: string,
  { isLeaving = false } = {},
): Promise<Account | null> {
  const lockSql = isLeaving ? sql`FOR UPDATE OF u` : sql`FOR NO KEY UPDATE OF u`;
  return selectAccount(tx, accountRow, sql`WHERE u."id" = ${userId} ${lockSql}`);
}

const withHash = accountRow.extend({ passwordHash: z.string() });

export function findAccountByEmail(db: Queryable, email: string) {
  return selectAccount(db, withHash, sql`WHERE u."email" = ${email}`, sql`, u."passwordHash"`);
}

export function findAccount(db: Queryable, userId: string): Promise<Account | null> {
  return selectAccount(db, accountRow, sql`WHERE u."id" = ${userId}`);
}

export function findAccountByFeed(db: Queryable, feedSecretHash: string): Promise<Account | null> {
  return selectAccount(db, accountRow, sql`WHERE u."feedSecretHash" = ${feedSecretHash}`);
}

export async function countUsage({ id: userId, pendingBulkUpdates }: Reader) {
  const { watch } = prisma();
  const where = { userId, kind: "keyword" } as const;
  const stored = [sql`n."userId" = ${userId}`, listedSql, ...statusParts(null, pendingBulkUpdates)];
  const [groups, notificationCount] = await Promise.all([
    watch.groupBy({ by: ["isActive", "pausedBy"], where, _count: true }),
    countMentions(pool(), joined(stored, " AND ")),
  ]);
  const keywordCount = groups.reduce((sum, { _count }) => sum + _count, 0);
  const paused = groups.find(({ isActive, pausedBy }) => !isActive && pausedBy === "plan");
  return { keywordCount, pausedByPlan: paused?._count ?? 0, notificationCount };
}

interface NewUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  timeZone: string;
  emailVerifiedAt: Date | null;
  registeredWith: string | null;
}

/** Returns false if the address is already registered, also by a parallel request. */
export async function insertUser(user: NewUser, now: Date): Promise<boolean> {
  const data = { ...user, createdAt: now, updatedAt: now };
  return (await prisma().user.createMany({ data, skipDuplicates: true })).count === 1;
}

/** Writes columns of the user. The caller must have locked the user and reschedule the outbox if needed. */
export async function updateUser(id: string, data: Partial<UserColumns>, now: Date): Promise<void> {
  await prisma().user.updateMany({ where: { id }, data: { ...data, updatedAt: now } });
}

/** Replaces the password hash. With `before`, returns false if the hash has changed since. */
export async function setPassword(
  id: string,
  { before, hash }: { before?: string; hash: string },
  now: Date,
): Promise<boolean> {
  const data = { passwordHash: hash, updatedAt: now };
  return (await prisma().user.updateMany({ where: { id, passwordHash: before }, data })).count === 1;
}

/** Marks the address as verified and clears a bounce, because the user has read an email there. */
export function verifyAddress(account: Account, now: Date): Promise<void> {
  const { id, emailVerifiedAt, emailStatus } = account;
  const isOk = emailVerifiedAt === null || emailStatus === "bounced";
  const verified = {
    emailVerifiedAt: emailVerifiedAt ?? now,
    emailStatus: isOk ? "ok" : emailStatus,
  } as const;
  return updateUser(id, { ...verified, registeredWith: null }, now);
}
