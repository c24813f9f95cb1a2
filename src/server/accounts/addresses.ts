import { shownAddress } from "@/channels/shown-address";
import { resendSucceeded, verifyFailed, verifySucceeded } from "@/contract/auth";
import {
  emailChangeApplied,
  emailChangeRequested,
  noPendingAddress,
  type EmailChange,
} from "@/contract/account";
import { env } from "@/env";
import { endAccesses } from "./accesses";
import { findMailedToken, mailAccount, tooManyMails, type MailedToken } from "./account-mails";
import { confirmPassword } from "./credentials";
import { pool, transaction, type Queryable } from "@/server/platform/database";
import { rescheduleOutbox, sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { AppError, fieldError } from "@/server/platform/errors";
import { seeOther } from "@/server/platform/reply";
import type { Call } from "@/server/platform/call";
import { lockSignedIn } from "./sessions";
import { type Account, findAccountByEmail, updateUser, verifyAddress, lockUser } from "./statements/accounts";
import {
  findPendingEmail,
  spendAddressLinks,
  spendEmailToken,
  voidEmailTokens,
} from "./statements/account-mails";

/** Same response for every address. All work happens afterwards, so the timing reveals nothing. */
export function resendVerification(email: string, call: Pick<Call, "now" | "after">): { message: string } {
  call.after(async () => {
    const account = await findAccountByEmail(pool(), email);
    if (account === null || account.emailVerifiedAt !== null) return;
    await transaction(async (tx) => {
      const locked = await lockUser(tx, account.id);
      if (locked === null) return;
      await mailAccount(tx, { userId: locked.id, email, isConfirmed: false }, "verify", call.now);
    });
    await sendAccountMailsSoon();
  });
  return { message: resendSucceeded };
}

/** Handles email links. Returns JSON, or redirects browsers (303). Throws INVALID_TOKEN. */
export async function confirmEmail(request: Request, token: string, now: Date): Promise<unknown> {
  const email = await confirmAddress(token, now);
  if (request.headers.get("accept")?.includes("text/html")) {
    const message = email === null ? verifyFailed : verifySucceeded;
    return seeOther(
      `/verify-success?${new URLSearchParams({ ...(email !== null && { email }), message }).toString()}`,
    );
  }
  if (email === null) throw new AppError("INVALID_TOKEN");
  return { message: verifySucceeded };
}

/** Verifies the token's address; reuse before expiry returns it again. Null if the token isn't valid. */
async function confirmAddress(text: string, now: Date): Promise<string | null> {
  const token = await findMailedToken(text, now);
  if (token === null || (token.kind !== "verify" && token.kind !== "email")) return null;
  try {
    return await transaction(async (tx) => {
      const account = await lockUser(tx, token.userId);
      if (account === null) return null;
      // The link is only valid while the account has the address it was sent to.
      if (account.email === token.email) {
        if (await spendEmailToken(token.id, now)) await verifyAddress(account, now);
        return token.email;
      }
      return token.kind === "email" ? await changeAddress(tx, account, token, now) : null;
    });
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

async function changeAddress(
  tx: Queryable,
  account: Account,
  token: MailedToken,
  now: Date,
): Promise<string | null> {
  if (!(await spendEmailToken(token.id, now))) return null;
  await applyAddress(tx, account, token.email, now);
  return token.email;
}

async function applyAddress(tx: Queryable, account: Account, email: string, now: Date): Promise<void> {
  const verified = { emailVerifiedAt: now, emailStatus: "ok", registeredWith: null } as const;
  await updateUser(account.id, { email, ...verified }, now);
  // Resent links to this address stay valid. Links to other addresses end.
  await spendAddressLinks(account.id, email, now);
  await endAccesses("addressChange", { userId: account.id, sessionId: null }, now);
  await rescheduleOutbox(tx, account.id, now);
  const old = { userId: account.id, email: account.email, isConfirmed: true };
  if (account.emailVerifiedAt !== null && account.emailStatus !== "bounced")
    await mailAccount(tx, old, "address-changed", now);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

/**
 * Emails a link to the new address or, if that has an account, notifies its owner. Response, timing and
 * readable state don't reveal which. Throws UNAUTHORIZED, INVALID_CREDENTIALS.
 */
export async function requestAddressChange(
  { user, sessionId }: { user: Account; sessionId: string },
  wanted: EmailChange,
  call: Pick<Call, "now" | "after">,
): Promise<{ message: string }> {
  await confirmPassword(user.id, wanted.currentPassword, call.now);
  if (wanted.email === user.email) throw sameAddress();
  // If registration doesn't verify addresses, changes don't either.
  const isVerifying = env().EMAIL_VERIFICATION === "on";
  await transaction(async (tx) => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId }, call.now);
    if (!isVerifying && (await findAccountByEmail(tx, wanted.email)) === null)
      return applyAddress(tx, locked, wanted.email, call.now);
    await voidEmailTokens(user.id, "email", call.now);
    await mailChangeLink(tx, { userId: user.id, email: wanted.email }, call.now);
  }).catch((error: unknown) => {
    // Another user has just registered it. Change nothing and don't reveal it in the response.
    if (!isTaken(error)) throw error;
  });
  call.after(sendAccountMailsSoon);
  const address = shownAddress(wanted.email);
  return { message: isVerifying ? `${emailChangeRequested}${address}.` : emailChangeApplied(address) };
}

async function mailChangeLink(
  tx: Queryable,
  to: { userId: string; email: string },
  now: Date,
): Promise<void> {
  const template = (await findAccountByEmail(tx, to.email)) === null ? "email" : "address-taken";
  if (!(await mailAccount(tx, { ...to, isConfirmed: false }, template, now)))
    throw await tooManyMails(to.userId, "account", now);
}

/** Sends another link; earlier links stay valid. Throws NOT_FOUND if no change is pending. */
export async function resendAddressChange(
  { user, sessionId }: { user: Account; sessionId: string },
  call: Pick<Call, "now" | "after">,
): Promise<{ message: string }> {
  const email = await transaction(async (tx) => {
    await lockSignedIn(tx, { userId: user.id, sessionId }, call.now);
    const pending = await findPendingEmail(user.id, call.now);
    if (pending === null) throw new AppError("NOT_FOUND", noPendingAddress);
    await mailChangeLink(tx, { userId: user.id, email: pending }, call.now);
    return pending;
  });
  call.after(sendAccountMailsSoon);
  return { message: `${emailChangeRequested}${shownAddress(email)}.` };
}

export async function cancelAddressChange(user: Account, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, user.id);
    await voidEmailTokens(user.id, "email", now);
  });
}

function sameAddress(): AppError {
  const message = "This is already your email address";
  return fieldError("email", message);
}
