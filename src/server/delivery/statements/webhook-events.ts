import { z } from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export interface RecordedEvent {
  provider: "resend" | "stripe";
  id: string;
  type: string;
  now: Date;
}

/** Providers retry for days. No limit in the first ten minutes: duplicates can arrive concurrently. */
const maxTries = 5;
const notAtOnce = "10 minutes";

/** Counts an attempt to process an event before it starts. 'spent' means that it failed too often. */
export async function beginWebhookEvent(
  db: Queryable,
  event: RecordedEvent,
): Promise<"begun" | "spent" | "done"> {
  const [started] = await rows(
    db,
    z.object({ isSpent: z.boolean() }),
    sql`INSERT INTO "WebhookEvent" AS e ("provider", "eventId", "type", "receivedAt", "attempts", "doneAt")
     VALUES (${event.provider}, ${event.id}, ${event.type}, ${event.now}, 1, NULL)
     ON CONFLICT ("provider", "eventId") DO UPDATE SET "attempts" = e."attempts" + 1 WHERE e."doneAt" IS NULL
     RETURNING "attempts" > ${maxTries} AND "receivedAt" < ${event.now}::timestamptz - ${notAtOnce}::interval AS "isSpent"`,
  );
  if (started === undefined) return "done";
  return started.isSpent ? "spent" : "begun";
}

/** Returns false if it already was, or if a concurrent transaction commits first. */
export async function endWebhookEvent({ provider, id, now }: RecordedEvent): Promise<boolean> {
  const where = { provider, eventId: id, doneAt: null };
  return (await prisma().webhookEvent.updateMany({ where, data: { doneAt: now } })).count === 1;
}
