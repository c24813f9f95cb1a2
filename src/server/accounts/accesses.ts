import { z } from "zod";
import { joined, sql, word, type Sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** After which what was handed out before may be in the wrong hands. That an account is deleted ends everything. */
export type Occasion = "reset" | "passwordChange" | "addressChange";

/** What then becomes of it; 'elsewhere': it ends, but for what is the session's at hand. */
type Fate = "stays" | "ends" | "elsewhere";

/** Whose accesses end, when, and by which session (null: by none). */
interface End {
  userId: string;
  sessionId: string | null;
  now: Date;
}

export interface Access {
  /** A table, a column of `User`, or a kind of `EmailToken`; null: nothing is stored, a signature is all. */
  heldIn: { table: string; column?: string; kind?: string } | null;
  fates: Record<Occasion, Fate>;
  /** Ends it, but for what the session at hand holds (null: there is none). Null: it ends of itself. */
  end: ((q: End) => Sql) | null;
}

const mailedLink = (kind: string, fates: Access["fates"]): Access => ({
  heldIn: { table: "EmailToken", kind },
  fates,
  // What was not sent of them goes nowhere any more.
  end: (q) => sql`UPDATE "EmailToken" SET "expiresAt" = ${q.now}
    WHERE "userId" = ${q.userId} AND "kind" = ${kind}::"TokenKind" AND "usedAt" IS NULL AND "expiresAt" > ${q.now}`,
});

const always = { reset: "ends", passwordChange: "ends", addressChange: "ends" } as const;
const never = { reset: "stays", passwordChange: "stays", addressChange: "stays" } as const;

/**
 * The one inventory of what reads an account or speaks for it. Whatever is new of this kind is one entry more; its
 * maker asks `lockSignedIn`, so that nothing is made by a session that is just being ended.
 */
export const accesses = {
  sessions: {
    heldIn: { table: "Session" },
    fates: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "Session" SET "endedAt" = ${q.now} WHERE "userId" = ${q.userId} AND "endedAt" IS NULL AND ("id" = ${q.sessionId}) IS NOT TRUE`,
  },
  // The signed cookies by which browsers are known at sign-in: the signature is over address and password. Whoever
  // changes the password is given a new one.
  knownBrowsers: {
    heldIn: { table: "User", column: "passwordHash" },
    fates: { reset: "elsewhere", passwordChange: "elsewhere", addressChange: "ends" },
    end: null,
  },
  feed: {
    heldIn: { table: "User", column: "feedSecretHash" },
    fates: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "User" SET "feedSecretHash" = NULL WHERE "id" = ${q.userId} AND "feedSecretHash" IS NOT NULL`,
  },
  apiKeys: {
    heldIn: { table: "ApiKey" },
    fates: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: (q) => sql`DELETE FROM "ApiKey" WHERE "userId" = ${q.userId}`,
  },
  pushBrowsers: {
    heldIn: { table: "Destination" },
    fates: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: (q) =>
      sql`DELETE FROM "Destination"
        WHERE "userId" = ${q.userId} AND "channel" = 'push' AND ("sessionId" = ${q.sessionId}) IS NOT TRUE`,
  },
  // They stay, and take nothing until the owner has switched them on.
  receivers: {
    heldIn: { table: "Destination" },
    fates: { reset: "ends", passwordChange: "stays", addressChange: "stays" },
    end: (q) =>
      sql`UPDATE "Destination" SET "offAt" = ${q.now}, "offReason" = 'reset'
        WHERE "userId" = ${q.userId} AND "channel" NOT IN ('email', 'push') AND "offAt" IS NULL`,
  },
  // It proves the address it was sent to and no more.
  verifyLinks: mailedLink("verify", { reset: "stays", passwordChange: "stays", addressChange: "ends" }),
  resetLinks: mailedLink("reset", always),
  // One that an intruder asked for would move the account to an address of theirs.
  addressLinks: mailedLink("email", always),
  // Rows of the outbox alone: they carry no link.
  notices: { ...mailedLink("notice", never), end: null },
  // They work as long as the address is not verified, and each of the two verifies one.
  declineLinks: {
    heldIn: null,
    fates: { reset: "ends", passwordChange: "stays", addressChange: "ends" },
    end: null,
  },
  // All they can do is switch alert mails off, which the owner sees and undoes; mails of years ago carry them.
  unsubscribeLinks: { heldIn: null, fates: never, end: null },
} as const satisfies Record<string, Access>;

export type AccessName = keyof typeof accesses;

/** Tables with rows of an account that open nothing: they go with it and with nothing else. */
export const belongings = [
  "Watch",
  "UserKeyword",
  "Notification",
  "Debt",
  "Delivery",
  "Subscription",
  "ClosedAccount",
  "WatchRevision",
  "PendingMark",
  "SavedView",
  "StoredText",
] as const;

const ended = z.record(z.string(), z.boolean());

/**
 * Ends what an occasion ends, in one statement; answers of what there was any. The caller holds the user's lock, so that
 * nothing slips in between.
 */
export async function endAccesses(
  tx: Queryable,
  occasion: Occasion,
  q: { userId: string; sessionId: string | null },
  now: Date,
): Promise<Partial<Record<AccessName, boolean>>> {
  const steps = Object.entries<Access>(accesses).flatMap(([name, { fates, end }]) =>
    end === null || fates[occasion] === "stays" ? [] : [{ name: word(`"${name}"`), end: end({ ...q, now }) }],
  );
  const [found] = await rows(
    tx,
    ended,
    sql`WITH ${joined(steps.map(({ name, end }) => sql`${name} AS (${end} RETURNING 1)`))}
      SELECT ${joined(steps.map(({ name }) => sql`EXISTS (SELECT FROM ${name}) AS ${name}`))}`,
  );
  return found ?? {};
}
