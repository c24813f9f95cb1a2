import { z } from "zod";
import { partingTemplates } from "@/domain/message";
import { closedHours } from "@/domain/retention";
import { sql, word, type Queryable } from "@/server/platform/database";
import { listedSql } from "@/server/mentions/statements/mentions";
import { rows } from "@/server/platform/rows";

/** How long nobody else works on a closed account that somebody began to empty; doubled with each try that came to nothing. */
const firstWait = "1 minute";
const longestWait = "1 hour";

/**
 * Takes the closed account whose turn it is, as the next try to empty it, written down before it is made; null: there is none.
 * One that fails, or ends the process, stands behind the others until its wait is over.
 */
export async function claimClosedAccount(db: Queryable, now: Date): Promise<string | null> {
  const [claimed] = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`UPDATE "ClosedAccount" c SET "attempts" = c."attempts" + 1,
       "nextAttemptAt" = ${now}::timestamptz + least(${longestWait}::interval, ${firstWait}::interval * power(2, least(c."attempts", 10)))
     FROM (
       SELECT "userId" FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}
       ORDER BY coalesce("nextAttemptAt", "closedAt") LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE c."userId" = due."userId"
     RETURNING c."userId"`,
  );
  return claimed?.userId ?? null;
}

/** Leaves what is left of a closed account to whoever comes after `from`; the address goes once nothing is to be sent there. */
export async function releaseClosedAccount(db: Queryable, userId: string, from: Date): Promise<void> {
  await db.query(
    sql`UPDATE "ClosedAccount" SET "attempts" = 0, "nextAttemptAt" = ${from},
       "addressSealed" = CASE WHEN EXISTS (SELECT FROM "Delivery" d WHERE d."userId" = ${userId} AND ${isPartingSql}) THEN "addressSealed" END
     WHERE "userId" = ${userId}`,
  );
}

/** Forgets an account of which nothing is left: whether it is so. What somebody holds at this moment keeps it. */
export async function forgetClosedAccount(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "ClosedAccount" WHERE "userId" = ${userId}
       AND NOT EXISTS (SELECT FROM "Delivery" WHERE "userId" = ${userId})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql})
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}))`,
  );
  return rowCount === 1;
}

/** Whether a row (by its alias) is of an account that is there, as a part of a statement: of closed ones nothing is counted. */
export const isOpenSql = (row: string) =>
  sql`NOT EXISTS (SELECT FROM "ClosedAccount" closed WHERE closed."userId" = ${word(row)}."userId")`;

/** Not null for a message without a template: it is asked what is not such a mail, too. */
const isPartingTemplateSql = sql`coalesce(d."template" = ANY(${partingTemplates}::text[]), false)`;

/** Whether "Delivery" d is the mail that a closed account is still owed: it says that the account is deleted. */
export const isPartingSql = sql`(${isPartingTemplateSql} AND d."status" IN ('pending', 'frozen')
  AND EXISTS (SELECT FROM "ClosedAccount" c WHERE c."userId" = d."userId" AND c."addressSealed" IS NOT NULL))`;

/** Such mails as "Delivery" d that have no message yet. From the closed accounts on: of them there are few. */
export const waitingPartingsSql = sql`"ClosedAccount" c JOIN "Delivery" d ON d."userId" = c."userId"
    AND c."addressSealed" IS NOT NULL AND ${isPartingTemplateSql} AND d."status" = 'pending'`;

/** The address of "Delivery" d, sealed, where it is that mail. */
export const partingAddressSql = sql`(SELECT c."addressSealed" FROM "ClosedAccount" c
  WHERE c."userId" = d."userId" AND ${isPartingTemplateSql})`;

const claimedParting = z.object({
  id: z.string(),
  template: z.enum(partingTemplates),
  attempts: z.number(),
  fence: z.coerce.bigint(),
  createdAt: z.date(),
});
export type ClaimedParting = z.infer<typeof claimedParting>;

/** Takes such mails that are due and have no message yet, as `claimDeliveries` takes those of accounts that are there. */
export function claimPartings(
  db: Queryable,
  q: { most: number; now: Date; leaseUntil: Date },
): Promise<ClaimedParting[]> {
  return rows(
    db,
    claimedParting,
    sql`UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1
     FROM (
       SELECT d."id" FROM ${waitingPartingsSql}
       WHERE d."nextAttemptAt" <= ${q.now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now})
       ORDER BY d."nextAttemptAt" LIMIT ${q.most}
       FOR UPDATE OF d SKIP LOCKED
     ) due
     WHERE d."id" = due."id"
     RETURNING d."id", d."template", d."attempts", d."fence", d."createdAt"`,
  );
}

/** As long as the provider knows a request's key; later nothing is sent under it any more. */
const keyLife = `${closedHours} hours`;

/**
 * Deletes up to `most` deliveries of an account that is gone; answers how many. What was begun to be sent with others' messages
 * stays until its batch ends, or their retry would carry other bytes under the same key; so does the mail that says that the account
 * is deleted. The batches are locked, so that a request
 * is either begun or will find the message gone.
 */
export async function deleteUserDeliveries(
  db: Queryable,
  userId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH waiting AS (
       SELECT b."id", b."firstAttemptAt" FROM "Batch" b
       WHERE b."status" = 'pending'
         AND b."id" IN (SELECT "batchId" FROM "Delivery" WHERE "userId" = ${userId} AND "status" = 'frozen')
       ORDER BY b."id"
       FOR UPDATE
     )
     DELETE FROM "Delivery" WHERE "id" IN (
       SELECT "id" FROM "Delivery" d
       WHERE d."userId" = ${userId} AND NOT ${isPartingSql} AND NOT (d."status" = 'frozen' AND COALESCE(d."batchId" IN (
         SELECT "id" FROM waiting WHERE "firstAttemptAt" > ${now}::timestamptz - ${keyLife}::interval), false))
       LIMIT ${most})`,
  );
  return rowCount ?? 0;
}

/** An item this young may still be being recorded for somebody else; what is left of those the recheck sweeps. */
const itemGrace = "1 hour";

/**
 * Deletes up to `most` notifications of an account that is gone, with what they owe, the entries of deliveries, and the items
 * nobody else is notified of; answers how many. Waits for nobody: what is just being worked on is left.
 */
export async function deleteUserNotifications(
  db: Queryable,
  userId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH piece AS (
       SELECT "id" FROM "Notification" WHERE "id" IN (
         (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND ${listedSql} LIMIT ${most})
         UNION ALL
         (SELECT n."id" FROM "Notification" n WHERE n."userId" = ${userId} AND NOT (${listedSql}) LIMIT ${most})
         LIMIT ${most})
       FOR UPDATE SKIP LOCKED
     ), owed AS (
       DELETE FROM "Debt" d USING piece WHERE d."notificationId" = piece."id"
     ), carried AS (
       DELETE FROM "DeliveryEntry" e USING piece WHERE e."notificationId" = piece."id"
     ), gone AS (
       DELETE FROM "Notification" n USING piece WHERE n."id" = piece."id" RETURNING n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < ${now}::timestamptz - ${itemGrace}::interval
         AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM piece))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
  );
  return rows[0]!.deleted;
}
