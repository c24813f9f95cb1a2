import { randomBytes } from "node:crypto";
import { emailAddress, type PasswordReset, registration } from "@/contract/auth";
import { validationError } from "@/contract/errors";
import { env } from "@/env";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { pool, prisma, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { emailToken } from "@/server/platform/tokens";
import { findMailedToken, mailAccount } from "./account-mails";
import { hashPassword } from "./passwords";
import {
  type Account,
  findAccount,
  findAccountByEmail,
  insertUser,
  lockUser,
  updateUser,
} from "./statements/accounts";
import { voidEmailTokens } from "./statements/account-mails";
import { knownTimeZone } from "./time-zone";

/** True if the user was invited and hasn't set up the account. Only these accounts have no names. */
export function isInvited(account: Pick<Account, "firstName">): boolean {
  return account.firstName === "";
}

/** Replaces earlier links. Throws VALIDATION_ERROR, EMAIL_TAKEN, NOTIFICATION_RATE_LIMIT_EXCEEDED. */
export async function invite(
  address: string,
  now: Date,
): Promise<{ url: string; email: string; isMailed: boolean }> {
  const parsed = emailAddress.safeParse(address);
  if (!parsed.success) throw validationError(parsed.error);
  const email = parsed.data;
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const tokenId = await transaction(async (tx) => {
    await insertUser({ ...unnamed, id: newId(), email, passwordHash }, now);
    const found = await findAccountByEmail(tx, email);
    const account = found && (await lockUser(tx, found.id));
    if (!account || !isInvited(account)) throw new AppError("EMAIL_TAKEN");
    await voidEmailTokens(account.id, "reset", now);
    const to = { userId: account.id, email, isConfirmed: false };
    const made = await mailAccount(tx, to, "invite", now);
    // Thrown inside the transaction, so the last link stays valid.
    if (made === null) throw new AppError("NOTIFICATION_RATE_LIMIT_EXCEEDED", tooManyLinks);
    return made;
  });
  await sendAccountMailsSoon();
  const isMailed = (await prisma().delivery.count({ where: { dedupeKey: tokenId, status: "sent" } })) > 0;
  return { url: `${env().APP_URL}/reset-password?token=${emailToken(tokenId)}`, email, isMailed };
}

const tooManyLinks =
  "Three invitations were already sent to this address in the last hour; the latest link still works";

const unnamed = { firstName: "", lastName: "", timeZone: "UTC", emailVerifiedAt: null, registeredWith: null };

const names = registration.pick({ firstName: true, lastName: true });

/** Throws VALIDATION_ERROR if a name is missing. The caller must have locked the user. */
export async function addNames(account: Account, wanted: PasswordReset, now: Date): Promise<void> {
  const input = names.safeParse(wanted);
  if (!input.success) throw validationError(input.error);
  await updateUser(account.id, { ...input.data, timeZone: knownTimeZone(wanted.timeZone) }, now);
}

export async function needsNames(token: string, now: Date): Promise<boolean> {
  const found = await findMailedToken(token, now);
  if (found === null || found.usedAt !== null) return false;
  const account = await findAccount(pool(), found.userId);
  return account !== null && isInvited(account);
}
