import {
  forgotMessage,
  invitedSucceeded,
  type PasswordReset,
  resetFailed,
  resetSucceeded,
} from "@/contract/auth";
import { keysEnded } from "@/contract/api-key";
import { feedEnded, passwordChanged, type PasswordChange } from "@/contract/account";
import { endAccesses } from "./accesses";
import { isInvited, takeNames } from "./invitations";
import { findMailedToken, mailAccount } from "./account-mails";
import { pool, prisma, transaction, type Queryable } from "@/server/platform/database";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { AppError } from "@/server/platform/errors";
import { knownBrowserCookie } from "./known-browser";
import { countLogin, uncountLogin } from "@/server/platform/limits";
import { Reply } from "@/server/platform/reply";
import type { Call } from "@/server/platform/call";
import { newId } from "@/server/platform/ids";
import { hashPassword, isPassword } from "./passwords";
import {
  type Account,
  findAccountByEmail,
  setPassword,
  verifyAddress,
  lockUser,
} from "./statements/accounts";
import { spendEmailToken } from "./statements/account-mails";
import { hmac } from "@/server/platform/tokens";

/** The same answer at once for every address; the mail is made after it. */
export function forgotPassword(email: string, call: Pick<Call, "now" | "after">): { message: string } {
  call.after(async () => {
    const account = await findAccountByEmail(pool(), email);
    if (account === null) return;
    await transaction(async (tx) => {
      const locked = await lockUser(tx, account.id);
      const isConfirmed = locked?.emailVerifiedAt !== null;
      if (locked !== null)
        await mailAccount(tx, { userId: locked.id, email, isConfirmed }, "reset", call.now);
    });
    await sendAccountMailsSoon();
  });
  return { message: forgotMessage };
}

/**
 * A new password by a mailed link: once, within its hour. Verifies the address, ends whatever reads the account or
 * speaks for it. The browser that chose it is known at its sign-in, whoever tried to guess meanwhile. Who was invited gives
 * their names with it, else VALIDATION_ERROR.
 */
export async function resetPassword(
  wanted: PasswordReset,
  call: Pick<Call, "now" | "after">,
): Promise<Reply> {
  const { now } = call;
  const token = await findMailedToken(wanted.token, now);
  if (token === null || token.kind !== "reset" || token.usedAt !== null) throw spentLink();
  const hash = await hashPassword(wanted.password);
  const wasInvited = await transaction(async (tx) => {
    const account = await lockUser(tx, token.userId);
    // Who has read the mail is who has the address; the account may have another by now.
    if (account?.email !== token.email || !(await spendEmailToken(tx, token.id, now))) throw spentLink();
    if (isInvited(account)) await takeNames(tx, account, wanted, now);
    await setPassword(tx, account.id, { before: null, hash }, now);
    await verifyAddress(tx, account.id, now);
    await endAccesses(tx, "reset", { userId: account.id, sessionId: null }, now);
    // A first password is no change.
    if (!isInvited(account)) await tellOfPassword(tx, account, now);
    return isInvited(account);
  });
  call.after(sendAccountMailsSoon);
  return answerTo(token.email, hash, wasInvited ? invitedSucceeded : resetSucceeded);
}

function spentLink(): AppError {
  return new AppError("INVALID_TOKEN", resetFailed);
}

/**
 * A new password by who knows the present one, INVALID_CREDENTIALS: ends what reads the account or speaks for it, but
 * for what is this session's.
 */
export async function changePassword(
  user: Account,
  sessionId: string,
  wanted: PasswordChange,
  call: Pick<Call, "now" | "after">,
): Promise<Reply> {
  const before = await confirmPassword(user.id, wanted.currentPassword, call.now);
  const hash = await hashPassword(wanted.password);
  const ended = await transaction(async (tx) => {
    const account = await lockUser(tx, user.id);
    // Another change was first: what was given is the present password no more.
    if (account === null || !(await setPassword(tx, user.id, { before, hash }, call.now)))
      throw new AppError("INVALID_CREDENTIALS");
    await tellOfPassword(tx, account, call.now);
    return endAccesses(tx, "passwordChange", { userId: user.id, sessionId }, call.now);
  });
  call.after(sendAccountMailsSoon);
  return answerTo(user.email, hash, changedText(ended));
}

function changedText(ended: Awaited<ReturnType<typeof endAccesses>>): string {
  return [passwordChanged, ...(ended.feed ? [feedEnded] : []), ...(ended.apiKeys ? [keysEnded] : [])].join(
    " ",
  );
}

async function tellOfPassword(tx: Queryable, { id, email }: Account, now: Date): Promise<void> {
  // The user has signed in or followed a link from an email, so they own the address.
  await mailAccount(tx, { userId: id, email, isConfirmed: true }, "password-changed", now);
}

function answerTo(email: string, passwordHash: string, message: string): Reply {
  return new Reply({ message }, { "Set-Cookie": knownBrowserCookie(email, newId(), passwordHash) });
}

/**
 * The hash of the account's password if this is it, else INVALID_CREDENTIALS. Failures are counted as those of sign-in
 * are, by account: whoever has got hold of a token can't try passwords with it.
 */
export async function confirmPassword(userId: string, password: string, now: Date): Promise<string> {
  const key = hmac(`confirm:${userId}`).toString("base64url");
  await countLogin(key, now);
  const user = await prisma().user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await isPassword(password, user?.passwordHash ?? null)) || user === null)
    throw new AppError("INVALID_CREDENTIALS", "Incorrect password");
  await uncountLogin(key, now);
  return user.passwordHash;
}
