import type { TokenKind } from "@/generated/prisma/enums";
import { prisma, type Queryable } from "@/server/platform/database";
import { queueAccountMail } from "@/server/delivery/deliveries";
import type { AccountTemplate } from "@/domain/delivery/message";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { allowsEmail } from "@/server/delivery/recipients";
import { insertEmailToken, findMailWait } from "./statements/account-mails";
import { emailToken, tokenHash } from "@/server/platform/tokens";

const accountMailsAnHour = 3;
const hourMs = 60 * 60 * 1000;

const kinds: Record<AccountTemplate, { token: TokenKind; lifetimeMs: number }> = {
  verify: { token: "verify", lifetimeMs: 24 * hourMs },
  email: { token: "email", lifetimeMs: 24 * hourMs },
  reset: { token: "reset", lifetimeMs: hourMs },
  invite: { token: "reset", lifetimeMs: 7 * 24 * hourMs },
  // Never sent, because the owner has an account. The row makes the request look pending.
  "address-taken": { token: "email", lifetimeMs: 24 * hourMs },
  // A notice has no link; it is dropped if it can't be sent within this time.
  "password-changed": { token: "notice", lifetimeMs: 24 * hourMs },
  "address-changed": { token: "notice", lifetimeMs: 24 * hourMs },
};

export interface MailedAccount {
  userId: string;
  email: string;
  /** True if this is the account's address and its owner followed a link we sent there. */
  isConfirmed: boolean;
}

/**
 * Queues an account email with its own link and returns the id of the link's token. Returns null at the limit
 * of three per hour. If an unconfirmed address has reached its limit or refuses email, creates only the
 * token, so users can't notice. The caller must have locked the user.
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
  if (!(await insertEmailToken(token, accountMailsAnHour, now))) return null;
  if (isConfirmed || (await allowsEmail(tx, to.email, now)))
    await queueAccountMail(tx, { userId: to.userId, template, tokenId, now });
  return tokenId;
}

/** Finds the token of an email link, used or not. Null if it's unknown or expired. */
export async function findMailedToken(token: string, now: Date) {
  // Not findUnique: with additional filters, Prisma would batch simultaneous queries into one transaction.
  return prisma().emailToken.findFirst({
    where: { tokenHash: tokenHash(token), expiresAt: { gt: now } },
    select: { id: true, userId: true, kind: true, email: true, usedAt: true },
  });
}
export type MailedToken = NonNullable<Awaited<ReturnType<typeof findMailedToken>>>;

export async function tooManyMails(userId: string, kind: "account" | "test", now: Date): Promise<AppError> {
  const retryAfter = await findMailWait(kind, { userId, hourlyLimit: accountMailsAnHour, now });
  const limits = { retryAfter: Math.max(1, retryAfter), limit: accountMailsAnHour, remaining: 0 };
  return new AppError(
    "NOTIFICATION_RATE_LIMIT_EXCEEDED",
    "We've sent you three of these emails in the last hour. Please wait before requesting another.",
    limits,
  );
}
