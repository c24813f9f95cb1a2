import { ownChannel } from "@/channels/own-channel";
import type { Queryable } from "@/server/platform/database";
import { deleteOutboxEntries } from "@/server/delivery/statements/outbox";
import { prisma } from "@/server/platform/database";

/** Stops alerts to these addresses and drops their outbox entries. The account shows the reason. */
export async function suppressAddresses(
  tx: Queryable,
  emails: readonly string[],
  { status, unless }: { status: "bounced" | "complained"; unless?: "complained" | undefined },
  now: Date,
): Promise<void> {
  const users = await prisma().user.updateManyAndReturn({
    where: {
      email: { in: emails.map((email) => email.trim().toLowerCase()) },
      ...(unless && { emailStatus: { not: unless } }),
    },
    data: { emailStatus: status, updatedAt: now },
    select: { id: true },
  });
  const userIds = users.map(({ id }) => id);
  if (userIds.length > 0) await deleteOutboxEntries(tx, ownChannel, userIds);
}
