import { prisma } from "@/server/platform/database";

export interface RecordedEvent {
  provider: "resend" | "stripe";
  id: string;
  type: string;
  now: Date;
}

/** Providers retry for days. No limit in the first ten minutes: duplicates can arrive concurrently. */
const maxTries = 5;
const unlimitedMs = 10 * 60_000;

/** Counts an attempt to process an event before it starts. 'spent' means that it failed too often. */
export async function beginWebhookEvent(event: RecordedEvent): Promise<"begun" | "spent" | "done"> {
  const { webhookEvent } = prisma();
  const { provider, id: eventId, type, now } = event;
  const data = { provider, eventId, type, receivedAt: now, doneAt: null };
  if ((await webhookEvent.createMany({ data, skipDuplicates: true })).count === 1) return "begun";
  const [again] = await webhookEvent.updateManyAndReturn({
    where: { provider, eventId, doneAt: null },
    data: { attempts: { increment: 1 } },
    select: { attempts: true, receivedAt: true },
  });
  if (again === undefined) return "done";
  const isSpent = again.attempts > maxTries && again.receivedAt.getTime() < now.getTime() - unlimitedMs;
  return isSpent ? "spent" : "begun";
}

/** Returns false if it already was, or if a concurrent transaction commits first. */
export async function endWebhookEvent({ provider, id, now }: RecordedEvent): Promise<boolean> {
  const where = { provider, eventId: id, doneAt: null };
  return (await prisma().webhookEvent.updateMany({ where, data: { doneAt: now } })).count === 1;
}
