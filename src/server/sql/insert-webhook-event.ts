import type { Queryable } from "@/server/database";

/** Remembers a provider's event; false when it was seen before. */
export async function insertWebhookEvent(
  tx: Queryable,
  event: { provider: "resend" | "stripe"; id: string; type: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO "WebhookEvent" ("provider", "eventId", "type", "receivedAt") VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [event.provider, event.id, event.type, event.now],
  );
  return rowCount === 1;
}
