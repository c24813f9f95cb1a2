import {
  forgotMessage,
  invitedSucceeded,
  type PasswordReset,
  resetFailed,
  resetSucceeded,
} from "@/contract/auth";
import { keysEnded } from "@/contract/api-key";
import { emailChangeEnded, feedEnded, passwordChanged, type PasswordChange } from "@/contract/account";
import { endAccesses } from "./accesses";
import { isInvited, addNames } from "./invitations";
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

/** Returns the same response for every address and sends the email afterwards. */
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
 * Verifies the address and revokes all other access. Marks the browser as known, so failed attempts elsewhere
 * can't lock it out. Throws VALIDATION_ERROR if an invited user gives no names.
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
    // The link only proves the address it was sent to, and the account might have changed it since.
    if (account?.email !== token.email || !(await spendEmailToken(token.id, now))) throw spentLink();
    if (isInvited(account)) await addNames(account, wanted, now);
    await setPassword(account.id, { hash }, now);
    await verifyAddress(account, now);
    await endAccesses("reset", { userId: account.id, sessionId: null }, now);
    if (!isInvited(account)) await emailPasswordChange(tx, account, now);
    return isInvited(account);
  });
  call.after(sendAccountMailsSoon);
  return responseTo(token.email, hash, wasInvited ? invitedSucceeded : resetSucceeded);
}

function spentLink(): AppError {
  return new AppError("INVALID_TOKEN", resetFailed);
}

/** Revokes all access except this session's. Throws INVALID_CREDENTIALS for a wrong current password. */
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
    if (account === null || !(await setPassword(user.id, { before, hash }, call.now)))
      throw new AppError("INVALID_CREDENTIALS");
    await emailPasswordChange(tx, account, call.now);
    return endAccesses("passwordChange", { userId: user.id, sessionId }, call.now);
  });
  call.after(sendAccountMailsSoon);
  return responseTo(user.email, hash, changedText(ended));
}

function changedText(ended: Awaited<ReturnType<typeof endAccesses>>): string {
  return [
    passwordChanged,
    ...(ended.feed ? [feedEnded] : []),
    ...(ended.apiKeys ? [keysEnded] : []),
    ...(ended.addressLinks ? [emailChangeEnded] : []),
  ].join(" ");
}

async function emailPasswordChange(tx: Queryable, { id, email }: Account, now: Date): Promise<void> {
  // The user has signed in or followed a link from an email, so they own the address.
  await mailAccount(tx, { userId: id, email, isConfirmed: true }, "password-changed", now);
}

function responseTo(email: string, passwordHash: string, message: string): Reply {
  return new Reply({ message }, { "Set-Cookie": knownBrowserCookie(email, newId(), passwordHash) });
}

/** Returns the hash, or throws INVALID_CREDENTIALS. Rate limited: stolen tokens can't guess it. */
export async function confirmPassword(userId: string, password: string, now: Date): Promise<string> {
  const key = hmac(`confirm:${userId}`).toString("base64url");
  await countLogin(key, now);
  const user = await prisma().user.findFirst({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await isPassword(password, user?.passwordHash ?? null)) || user === null)
    throw new AppError("INVALID_CREDENTIALS", "Incorrect password");
  await uncountLogin(key, now);
  return user.passwordHash;
}
