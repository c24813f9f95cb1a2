import type { Login, Registration } from "@/contract/auth";
import { env } from "@/env";
import { mailAccount } from "./account-mails";
import { pool, transaction } from "@/server/platform/database";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { AppError } from "@/server/platform/errors";
import { Reply } from "@/server/platform/reply";
import type { Call } from "@/server/platform/call";
import { newId } from "@/server/platform/ids";
import { hashPassword, isPassword } from "./passwords";
import { shortUserAgent, startSession } from "./sessions";
import { findAccount, findAccountByEmail, insertUser } from "./statements/accounts";
import { knownTimeZone } from "./time-zone";
import { userView } from "./user-view";

/** Queues the verification email in the same transaction. Throws REGISTRATION_CLOSED, EMAIL_TAKEN. */
export async function register(
  body: Registration,
  call: Pick<Call, "userAgent" | "now" | "after">,
): Promise<unknown> {
  if (env().REGISTRATION === "closed") throw new AppError("REGISTRATION_CLOSED");
  const { now } = call;
  const isVerifying = env().EMAIL_VERIFICATION === "on";
  const id = newId();
  const passwordHash = await hashPassword(body.password);
  const row = {
    id,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    passwordHash,
    timeZone: knownTimeZone(body.timeZone),
    emailVerifiedAt: isVerifying ? null : now,
    registeredWith: isVerifying ? shortUserAgent(call.userAgent) : null,
  };
  const user = await transaction(async (tx) => {
    if (!(await insertUser(row, now))) throw new AppError("EMAIL_TAKEN");
    const to = { userId: id, email: row.email, isConfirmed: false };
    if (isVerifying) await mailAccount(tx, to, "verify", now);
    return findAccount(tx, id);
  });
  if (user === null) throw new Error("a new account is not there");
  if (isVerifying) {
    call.after(sendAccountMailsSoon);
    return { requiresVerification: true, user: userView(user) };
  }
  const session = await startSession({ ...user, passwordHash }, call.userAgent, now);
  return new Reply({ requiresVerification: false, ...(session.body as object) }, session.headers);
}

/** Throws INVALID_CREDENTIALS (same time for unknown addresses) or, if correct, EMAIL_NOT_VERIFIED. */
export async function signIn(
  body: Login,
  call: Pick<Call, "userAgent" | "now">,
): Promise<{ reply: Reply; passwordHash: string }> {
  const account = await findAccountByEmail(pool(), body.email);
  const isRight = await isPassword(body.password, account?.passwordHash ?? null);
  if (account === null || !isRight) throw new AppError("INVALID_CREDENTIALS");
  if (account.emailVerifiedAt === null && env().EMAIL_VERIFICATION === "on")
    throw new AppError("EMAIL_NOT_VERIFIED");
  const reply = await startSession(account, call.userAgent, call.now);
  return { reply, passwordHash: account.passwordHash };
}
