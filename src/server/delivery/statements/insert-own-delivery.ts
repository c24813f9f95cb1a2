import { ownChannel } from "@/channels/own-channel";
import { sql, type Queryable } from "@/server/platform/database";
import type { MessageKind } from "./claim-deliveries";

export interface OwnDelivery {
  id: string;
  userId: string;
  kind: MessageKind;
  /** One that was told once is not told again. */
  slot: string;
  template: string;
  now: Date;
}

/** A message to an account's own address that no match owes, to be sent as soon as can be. */
export async function insertOwnDelivery(tx: Queryable, own: OwnDelivery): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "kind", "slot", "template", "nextAttemptAt", "createdAt")
     SELECT ${own.id}::uuid, t."userId", t."id", t."channel", ${own.kind}::"MessageKind", ${own.slot}, ${own.template}, ${own.now}::timestamptz, ${own.now}::timestamptz
     FROM "Destination" t WHERE t."userId" = ${own.userId} AND t."channel" = ${ownChannel}::"Channel"
     ON CONFLICT ("destinationId", "slot") DO NOTHING`,
  );
}
