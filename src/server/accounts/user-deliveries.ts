import { ownChannel } from "@/channels/own-channel";
import { testAlertQueued, type DeliveryView } from "@/contract/account";
import { addressTemplates } from "@/domain/delivery/message";
import { prisma, transaction } from "@/server/platform/database";
import { tooManyMails } from "./account-mails";
import { AppError } from "@/server/platform/errors";
import { type Account, lockUser } from "./statements/accounts";
import { insertOwnDelivery } from "@/server/delivery/statements/deliveries";
import { findMailWait } from "./statements/account-mails";

const shown = 20;
const testAlertsAnHour = 3;

/** Omits addresses the user might not own, which would reveal whether they have an account. */
export async function listUserDeliveries(userId: string): Promise<{ deliveries: DeliveryView[] }> {
  const found = await prisma().delivery.findMany({
    where: {
      userId,
      channel: ownChannel,
      OR: [{ template: null }, { template: { notIn: [...addressTemplates] } }],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: shown,
    select: {
      id: true,
      kind: true,
      dedupeKey: true,
      status: true,
      reason: true,
      count: true,
      createdAt: true,
      sentAt: true,
    },
  });
  return {
    deliveries: found.map((delivery) => ({
      _id: delivery.id,
      // The dedupe key of an account email is its token id. It was due when it was created.
      slot: delivery.kind === "account" ? delivery.createdAt.toISOString() : delivery.dedupeKey,
      status: delivery.status,
      reason: delivery.reason,
      count: delivery.count,
      sentAt: delivery.sentAt?.toISOString() ?? null,
    })),
  };
}

export async function sendTestAlert(user: Account, now: Date): Promise<{ message: string }> {
  await transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    if (locked === null) throw new AppError("UNAUTHORIZED");
    const obstacle = obstacleOf(locked);
    if (obstacle !== null) throw new AppError("VALIDATION_ERROR", obstacle);
    const q = { userId: user.id, hourlyLimit: testAlertsAnHour, now };
    if ((await findMailWait("test", q)) > 0) throw await tooManyMails(user.id, "test", now);
    const dedupeKey = now.toISOString();
    await insertOwnDelivery(tx, { userId: user.id, kind: "alert", dedupeKey, template: "test", now });
  });
  return { message: testAlertQueued };
}

function obstacleOf(account: Account): string | null {
  if (account.emailVerifiedAt === null) return "Please verify your email address first.";
  if (!account.emailNotifications) return "Email alerts are off. Turn them on and try again.";
  if (account.emailStatus === "ok") return null;
  return "Your address rejected our emails. Turn email alerts off and on again, then retry.";
}
