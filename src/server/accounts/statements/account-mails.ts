import { prisma } from "@/server/platform/database";
import type { EmailToken } from "@/generated/prisma/client";

const hourMs = 3_600_000;

type NewEmailToken = Omit<EmailToken, "createdAt" | "usedAt">;

/** Returns false at the hourly limit; notices count separately. The caller must have locked the user. */
export async function insertEmailToken(
  token: NewEmailToken,
  hourlyLimit: number,
  now: Date,
): Promise<boolean> {
  const { emailToken } = prisma();
  const kind = token.kind === "notice" ? token.kind : { not: "notice" as const };
  const since = new Date(now.getTime() - hourMs);
  const sent = await emailToken.count({ where: { userId: token.userId, kind, createdAt: { gt: since } } });
  if (sent >= hourlyLimit) return false;
  await emailToken.create({ data: { ...token, createdAt: now }, select: { id: true } });
  return true;
}

const isOpen = (now: Date) => ({ usedAt: null, expiresAt: { gt: now } });

export async function findPendingEmail(userId: string, now: Date): Promise<string | null> {
  const found = await prisma().emailToken.findFirst({
    where: { userId, kind: "email", ...isOpen(now) },
    orderBy: { createdAt: "desc" },
    select: { email: true },
  });
  return found?.email ?? null;
}

/** Returns false if it was used or has expired; only one of several parallel requests gets true. */
export async function spendEmailToken(id: string, now: Date): Promise<boolean> {
  const where = { id, ...isOpen(now) };
  return (await prisma().emailToken.updateMany({ where, data: { usedAt: now } })).count === 1;
}

/** Marks all open links to this new address as used: they show success while the account has it. */
export async function spendAddressLinks(userId: string, email: string, now: Date): Promise<void> {
  const where = { userId, kind: "email", email, ...isOpen(now) } as const;
  await prisma().emailToken.updateMany({ where, data: { usedAt: now } });
}

/** Expires a user's unused tokens of a kind. Unsent emails with these tokens are dropped. */
export function voidEmailTokens(userId: string, kind: EmailToken["kind"], now: Date) {
  const where = { userId, kind, ...isOpen(now) };
  return prisma().emailToken.updateMany({ where, data: { expiresAt: now } });
}

/** Returns the seconds until the user can get another email of this kind (`hourlyLimit` per hour), or 0. */
export async function findMailWait(
  kind: "account" | "test",
  { userId, hourlyLimit, now }: { userId: string; hourlyLimit: number; now: Date },
): Promise<number> {
  const { emailToken, delivery } = prisma();
  const last = {
    orderBy: { createdAt: "desc" },
    skip: hourlyLimit - 1,
    select: { createdAt: true },
  } as const;
  const sent =
    kind === "account"
      ? await emailToken.findFirst({ where: { userId, kind: { not: "notice" } }, ...last })
      : await delivery.findFirst({ where: { userId, template: "test" }, ...last });
  return sent === null
    ? 0
    : Math.max(0, Math.ceil((sent.createdAt.getTime() + hourMs - now.getTime()) / 1000));
}
