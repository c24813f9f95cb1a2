import { sql } from "@/server/platform/database";
import { z } from "zod";
import { pendingMark, pendingMarksSql } from "@/server/clips/statements/pending-mark-sql";

/** An account with what decides its plan; never its password hash. */
export const accountRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerifiedAt: z.date().nullable(),
  timeZone: z.string(),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  emailNotifications: z.boolean(),
  emailFrequency: z.enum(["realtime", "hourly", "daily"]),
  theme: z.enum(["system", "light", "dark"]),
  subscriptionStatus: z.string().nullable(),
  pendingMarks: z.array(pendingMark),
});
export type Account = z.infer<typeof accountRow>;
/** Whose notifications are read, and what has to be counted for it. */
export type Reader = Pick<Account, "id" | "pendingMarks">;

/** The columns of accountRow, for a statement that names "User" u and joins "Subscription" b. */
export const accountColumns = sql`u."id", u."firstName", u."lastName", u."email", u."emailVerifiedAt", u."timeZone",
  u."emailStatus"::text, u."emailNotifications", u."emailFrequency"::text, u."theme"::text, b."status" AS "subscriptionStatus",
  ${pendingMarksSql} AS "pendingMarks"`;

export const accountTables = sql`"User" u LEFT JOIN "Subscription" b ON b."userId" = u."id"`;
