import {
  resendSucceeded,
  verifyFailed,
  verifySucceeded,
  type Login,
  type Registration,
} from "@/contract/auth";
import type { NotificationPreferences, UserView } from "@/contract/user";
import { env } from "@/env";
import { pool, transaction, type Queryable } from "./database";
import { queueAccountMail, replanDebts, sendAccountMailsSoon } from "./deliveries";
import { AppError } from "./http/errors";
import { Reply, seeOther } from "./http/reply";
import { newId } from "./ids";
import { hashPassword, isPassword } from "./passwords";
import { startSession } from "./sessions";
import type { Account } from "./sql/account-row";
import { findAccount, findAccountByEmail } from "./sql/find-account";
import { insertEmailToken } from "./sql/insert-email-token";
import { insertUser } from "./sql/insert-user";
import { lockUser } from "./sql/lock-user";
import { updateMailSettings } from "./sql/update-mail-settings";
import { verifyEmailByToken } from "./sql/verify-email";
import { emailToken, tokenHash } from "./tokens";
import { userView } from "./user-view";

const verifyLifetimeMs = 24 * 60 * 60 * 1000;
const accountMailsAnHour = 3;

/** Work that is done once the answer is on its way. */
export type After = (task: () => Promise<unknown>) => void;

/** Opens an account, with its verification mail in the same transaction; EMAIL_TAKEN. */
export async function register(
  body: Registration,
  call: { userAgent: string | null; now: Date; after: After },
): Promise<unknown> {
  const { now } = call;
  const isVerifying = env().EMAIL_VERIFICATION === "on";
  const id = newId();
  const row = {
    id,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    passwordHash: await hashPassword(body.password),
    timeZone: knownTimeZone(body.timeZone),
    emailVerifiedAt: isVerifying ? null : now,
  };
  const user = await transaction(async (tx) => {
    if (!(await insertUser(tx, row, now))) throw new AppError("EMAIL_TAKEN");
    if (isVerifying) await queueVerification(tx, id, now);
    return findAccount(tx, id);
  });
  if (user === null) throw new Error("a new account is not there");
  if (isVerifying) {
    call.after(sendAccountMailsSoon);
    return { requiresVerification: true, user: userView(user) };
  }
  const session = await startSession(user, call.userAgent, now);
  return new Reply({ requiresVerification: false, ...(session.body as object) }, session.headers);
}

/** A mail with a new link of 24 h; nothing when the account had its three within the hour. */
async function queueVerification(tx: Queryable, userId: string, now: Date): Promise<void> {
  const tokenId = newId();
  const token = {
    id: tokenId,
    userId,
    kind: "verify" as const,
    tokenHash: tokenHash(emailToken(tokenId)),
    email: null,
    expiresAt: new Date(now.getTime() + verifyLifetimeMs),
  };
  if (await insertEmailToken(tx, token, accountMailsAnHour, now)) {
    await queueAccountMail(tx, { userId, template: "verify", tokenId, now });
  }
}

/** The zone if this machine knows it, else UTC. */
function knownTimeZone(name: string | undefined): string {
  // Intl has no other way to be asked than to throw.
  try {
    const isNamed = name !== undefined && /^[A-Za-z]/.test(name);
    return isNamed ? new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone : "UTC";
  } catch {
    return "UTC";
  }
}

/** Signs in; INVALID_CREDENTIALS in the same time for an unknown address, EMAIL_NOT_VERIFIED for the right password. */
export async function signIn(body: Login, call: { userAgent: string | null; now: Date }): Promise<Reply> {
  const account = await findAccountByEmail(pool(), body.email);
  const isRight = await isPassword(body.password, account?.passwordHash ?? null);
  if (account === null || !isRight) throw new AppError("INVALID_CREDENTIALS");
  if (account.emailVerifiedAt === null && env().EMAIL_VERIFICATION === "on")
    throw new AppError("EMAIL_NOT_VERIFIED");
  return startSession(account, call.userAgent, call.now);
}

/** The same answer at once for every address; all that tells them apart happens after it. */
export function resendVerification(email: string, call: { now: Date; after: After }): { message: string } {
  call.after(async () => {
    const account = await findAccountByEmail(pool(), email);
    if (account === null || account.emailVerifiedAt !== null) return;
    await transaction(async (tx) => {
      const locked = await lockUser(tx, account.id);
      if (locked !== null) await queueVerification(tx, locked.id, call.now);
    });
    await sendAccountMailsSoon();
  });
  return { message: resendSucceeded };
}

/** Verifies the address a link was sent to: JSON, or for a browser that was led here 303 to the screen; INVALID_TOKEN. */
export async function answerVerification(request: Request, token: string, now: Date): Promise<unknown> {
  const email = await verifyEmailByToken(pool(), tokenHash(token), now);
  if (request.headers.get("accept")?.includes("text/html")) {
    const message = email === null ? verifyFailed : verifySucceeded;
    return seeOther(
      `/verify-success?${new URLSearchParams({ ...(email !== null && { email }), message }).toString()}`,
    );
  }
  if (email === null) throw new AppError("INVALID_TOKEN");
  return { message: verifySucceeded };
}

/** Sets switch and rhythm of alert mails and plans anew what is owed. Switching on again forgets a bounce. */
export async function updateNotificationPreferences(
  user: Account,
  wanted: NotificationPreferences,
  now: Date,
): Promise<{ user: UserView }> {
  const updated = await transaction(async (tx) => {
    const before = await lockUser(tx, user.id);
    if (before === null) throw new AppError("UNAUTHORIZED");
    const emailNotifications = wanted.emailNotifications ?? before.emailNotifications;
    const emailStatus = emailNotifications && !before.emailNotifications ? "ok" : before.emailStatus;
    const emailFrequency = wanted.emailFrequency ?? before.emailFrequency;
    const settings = { emailNotifications, emailFrequency, emailStatus };
    await updateMailSettings(tx, user.id, settings, now);
    await replanDebts(tx, user.id, now);
    return { ...before, ...settings };
  });
  return { user: userView(updated) };
}
