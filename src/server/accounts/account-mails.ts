import type { TokenKind } from "@/generated/prisma/enums";
import { prisma, type Queryable } from "@/server/platform/database";
import { queueAccountMail } from "@/server/delivery/deliveries";
import type { AccountTemplate } from "@/domain/message";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { allowsEmail } from "@/server/delivery/recipients";
import { insertEmailToken, findMailWait } from "./statements/account-mails";
import { emailToken, tokenHash } from "@/server/platform/tokens";

/** An address must not be flooded by whoever types it. */
const accountMailsAnHour = 3;
const hourMs = 60 * 60 * 1000;

const kinds: Record<AccountTemplate, { token: TokenKind; lifetimeMs: number }> = {
  verify: { token: "verify", lifetimeMs: 24 * hourMs },
  email: { token: "email", lifetimeMs: 24 * hourMs },
  reset: { token: "reset", lifetimeMs: hourMs },
  // It opens what a reset opens.
  invite: { token: "reset", lifetimeMs: 7 * 24 * hourMs },
  // Its owner has the account already, so the link in the token is never sent: the request only looks as if it waited.
  "address-taken": { token: "email", lifetimeMs: 24 * hourMs },
  // A notice has no link; this is how long it is worth sending.
  "password-changed": { token: "notice", lifetimeMs: 24 * hourMs },
  "address-changed": { token: "notice", lifetimeMs: 24 * hourMs },
};

export interface MailedAccount {
  userId: string;
  email: string;
  /** The address is the account's own, and its owner has followed a link that we sent there. */
  isConfirmed: boolean;
}

/**
 * Puts an account email with its own link into the outbox and returns the id of the link's token. Returns null if the account
 * has reached three per hour. If an unconfirmed address has reached its limit or refuses email, creates only the token, so
 * users can't notice. The caller must have locked the user.
 */
export async function mailAccount(
  tx: Queryable,
  { isConfirmed, ...to }: MailedAccount,
  template: AccountTemplate,
  now: Date,
): Promise<string | null> {
  const tokenId = newId();
  const { token: kind, lifetimeMs } = kinds[template];
  const token = {
    id: tokenId,
    ...to,
    kind,
    tokenHash: tokenHash(emailToken(tokenId)),
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  if (!(await insertEmailToken(tx, token, accountMailsAnHour, now))) return null;
  if (isConfirmed || (await allowsEmail(tx, to.email, now)))
    await queueAccountMail(tx, { userId: to.userId, template, tokenId, now });
  return tokenId;
}

/** What a mailed link carries, used or not; null when we mailed none such or its time is over. */
export async function findMailedToken(token: string, now: Date) {
  // Not findUnique: with a filter beside the key, calls of the same moment would be gathered into one transaction.
  return prisma().emailToken.findFirst({
    where: { tokenHash: tokenHash(token), expiresAt: { gt: now } },
    select: { id: true, userId: true, kind: true, email: true, usedAt: true },
  });
}
export type MailedToken = NonNullable<Awaited<ReturnType<typeof findMailedToken>>>;

/** What a signed-in user is told who had their mails of this hour. */
export async function tooManyMails(
  tx: Queryable,
  userId: string,
  kind: "account" | "test",
  now: Date,
): Promise<AppError> {
  const retryAfter = await findMailWait(tx, kind, { userId, hourlyLimit: accountMailsAnHour, now });
  const limits = { retryAfter: Math.max(1, retryAfter), limit: accountMailsAnHour, remaining: 0 };
  return new AppError(
    "NOTIFICATION_RATE_LIMIT_EXCEEDED",
    "We've sent you three of these emails in the last hour. Please wait before requesting another.",
    limits,
  );
}
