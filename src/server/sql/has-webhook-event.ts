import type { Queryable } from "@/server/database";

/** Whether a provider's event was seen before. */
export async function hasWebhookEvent(
  db: Queryable,
  event: { provider: "stripe"; id: string },
): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM "WebhookEvent" WHERE "provider" = $1 AND "eventId" = $2`, [
    event.provider,
    event.id,
  ]);
  return rowCount === 1;
}
