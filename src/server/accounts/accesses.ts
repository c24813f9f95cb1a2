import type { TokenKind } from "@/generated/prisma/client";
import { endWaits } from "@/server/delivery/statements/given-destinations";
import { prisma } from "@/server/platform/database";
import { voidEmailTokens } from "./statements/account-mails";

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
  end: ((q: End) => PromiseLike<{ count: number }>) | null;
}

const mailedLink = (kind: TokenKind, effects: Access["effects"]): Access => ({
  storedIn: { table: "EmailToken", kind },
  effects,
  end: ({ userId, now }) => voidEmailTokens(userId, kind, now),
});

const always = { reset: "ends", passwordChange: "ends", addressChange: "ends" } as const;
const never = { reset: "stays", passwordChange: "stays", addressChange: "stays" } as const;

/** Add new kinds here. Code that creates one must call `lockSignedIn`: ending sessions can't create it. */
export const accesses = {
  sessions: {
    storedIn: { table: "Session" },
    effects: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: ({ userId, sessionId, now }) => {
      const where = { userId, endedAt: null, id: { not: sessionId ?? undefined } };
      return prisma().session.updateMany({ where, data: { endedAt: now } });
    },
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
    end: ({ userId: id, now: updatedAt }) => {
      const where = { id, feedSecretHash: { not: null } };
      return prisma().user.updateMany({ where, data: { feedSecretHash: null, updatedAt } });
    },
  },
  apiKeys: {
    storedIn: { table: "ApiKey" },
    effects: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: ({ userId }) => prisma().apiKey.deleteMany({ where: { userId } }),
  },
  pushBrowsers: {
    storedIn: { table: "Destination" },
    effects: { reset: "ends", passwordChange: "elsewhere", addressChange: "stays" },
    end: ({ userId, sessionId }) => {
      const elsewhere = sessionId !== null && {
        OR: [{ sessionId: null }, { sessionId: { not: sessionId } }],
      };
      return prisma().destination.deleteMany({ where: { userId, channel: "push", ...elsewhere } });
    },
  },
  // Kept, but turned off until the owner turns them on.
  receivers: {
    storedIn: { table: "Destination" },
    effects: { reset: "ends", passwordChange: "stays", addressChange: "stays" },
    end: async ({ userId, now: offAt }) => {
      const ended = await prisma().destination.updateMany({
        where: { userId, channel: { notIn: ["email", "push"] }, offAt: null },
        data: { offAt, offReason: "reset" },
      });
      await endWaits({ userId }, offAt);
      return ended;
    },
  },
  // Someone else could have requested the link.
  chatLinks: {
    storedIn: { table: "Destination", column: "codeHash" },
    effects: { reset: "ends", passwordChange: "ends", addressChange: "stays" },
    end: ({ userId }) => prisma().destination.deleteMany({ where: { userId, offReason: "pending" } }),
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

/** Revokes what the occasion requires; returns which existed. The caller must have locked the user. */
export async function endAccesses(
  occasion: Occasion,
  q: { userId: string; sessionId: string | null },
  now: Date,
): Promise<Partial<Record<AccessName, boolean>>> {
  const ended: Partial<Record<AccessName, boolean>> = {};
  for (const [name, { effects, end }] of Object.entries<Access>(accesses))
    if (end !== null && effects[occasion] !== "stays")
      ended[name as AccessName] = (await end({ ...q, now })).count > 0;
  return ended;
}
