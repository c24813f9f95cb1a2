import { z } from "zod";
import { joined, sql, word, type Sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Events that can mean that credentials are in the wrong hands. Account deletion revokes everything. */
export type Occasion = "reset" | "passwordChange" | "addressChange";

/** What happens to a credential then; 'elsewhere': revoked except for the current session. */
type AccessEffect = "stays" | "ends" | "elsewhere";

interface End {
  userId: string;
  sessionId: string | null;
  now: Date;
}

export interface Access {
  /** Where it is stored: a table, a column of `User`, or a kind of `EmailToken`. Null: signed, not stored. */
  storedIn: { table: string; column?: string; kind?: string } | null;
  effects: Record<Occasion, AccessEffect>;
  /** Revokes it, except for the current session (null: none). Null: becomes invalid without a statement. */
  end: ((q: End) => Sql) | null;
}

const mailedLink = (kind: string, effects: Access["effects"]): Access => ({
  storedIn: { table: "EmailToken", kind },
  effects,
  end: (q) => sql`UPDATE "EmailToken" SET "expiresAt" = ${q.now}
    WHERE "userId" = ${q.userId} AND "kind" = ${kind}::"TokenKind" AND "usedAt" IS NULL AND "expiresAt" > ${q.now}`,
});

const always = { reset: "ends", passwordChange: "ends", addressChange: "ends" } as const;
const never = { reset: "stays", passwordChange: "stays", addressChange: "stays" } as const;

/** Add new kinds here. Code that creates one must call `lockSignedIn`: ending sessions can't create it. */
export const accesses = {
  sessions: {
    storedIn: { table: "Session" },
    effects: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "Session" SET "endedAt" = ${q.now} WHERE "userId" = ${q.userId} AND "endedAt" IS NULL AND ("id" = ${q.sessionId}) IS NOT TRUE`,
  },
  // Signed over email address and password; changing the password sets a new cookie.
  knownBrowsers: {
    storedIn: { table: "User", column: "passwordHash" },
    effects: { reset: "elsewhere", passwordChange: "elsewhere", addressChange: "ends" },
    end: null,
  },
  feed: {
    storedIn: { table: "User", column: "feedSecretHash" },
    effects: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "User" SET "feedSecretHash" = NULL WHERE "id" = ${q.userId} AND "feedSecretHash" IS NOT NULL`,
  },
  apiKeys: {
    storedIn: { table: "ApiKey" },
    effects: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: (q) => sql`DELETE FROM "ApiKey" WHERE "userId" = ${q.userId}`,
  },
  pushBrowsers: {
    storedIn: { table: "Destination" },
    effects: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: (q) =>
      sql`DELETE FROM "Destination"
        WHERE "userId" = ${q.userId} AND "channel" = 'push' AND ("sessionId" = ${q.sessionId}) IS NOT TRUE`,
  },
  // Kept, but turned off until the owner turns them on.
  receivers: {
    storedIn: { table: "Destination" },
    effects: { reset: "ends", passwordChange: "stays", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "Destination" SET "offAt" = ${q.now}, "offReason" = 'reset'
        WHERE "userId" = ${q.userId} AND "channel" NOT IN ('email', 'push') AND "offAt" IS NULL`,
  },
  // Someone else could have requested the link.
  chatLinks: {
    storedIn: { table: "Destination", column: "codeHash" },
    effects: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: (q) => sql`DELETE FROM "Destination" WHERE "userId" = ${q.userId} AND "offReason" = 'pending'`,
  },
  // Only proves ownership of the email address.
  verifyLinks: mailedLink("verify", { reset: "stays", passwordChange: "stays", addressChange: "ends" }),
  resetLinks: mailedLink("reset", always),
  // A link requested by an intruder would move the account to their address.
  addressLinks: mailedLink("email", always),
  notices: { ...mailedLink("notice", never), end: null },
  // They only work while the address is unverified, and a reset and an address change both verify it.
  declineLinks: {
    storedIn: null,
    effects: { reset: "ends", passwordChange: "stays", addressChange: "ends" },
    end: null,
  },
  // They can only turn off alert emails, which the owner can see and undo. Years-old emails contain them.
  unsubscribeLinks: { storedIn: null, effects: never, end: null },
} as const satisfies Record<string, Access>;

export type AccessName = keyof typeof accesses;

/** Tables with account rows that give no access. They are deleted only with the account. */
export const belongings = [
  "Watch",
  "UserKeyword",
  "Notification",
  "OutboxEntry",
  "Delivery",
  "Subscription",
  "ClosedAccount",
  "WatchRevision",
  "PendingBulkUpdate",
  "UndoToken",
  "SavedView",
  "StoredText",
] as const;

const ended = z.record(z.string(), z.boolean());

/** Revokes what the occasion requires; returns which existed. The caller must have locked the user. */
export async function endAccesses(
  tx: Queryable,
  occasion: Occasion,
  q: { userId: string; sessionId: string | null },
  now: Date,
): Promise<Partial<Record<AccessName, boolean>>> {
  const steps = Object.entries<Access>(accesses).flatMap(([name, { effects, end }]) =>
    end === null || effects[occasion] === "stays"
      ? []
      : [{ name: word(`"${name}"`), end: end({ ...q, now }) }],
  );
  const [found] = await rows(
    tx,
    ended,
    sql`WITH ${joined(steps.map(({ name, end }) => sql`${name} AS (${end} RETURNING 1)`))}
      SELECT ${joined(steps.map(({ name }) => sql`EXISTS (SELECT FROM ${name}) AS ${name}`))}`,
  );
  return found ?? {};
}
