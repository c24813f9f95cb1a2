import { type DigestSchedule, nextDueTimes, rescheduledDigest } from "@/domain/delivery/digest-schedule";
import { databaseNow, type Queryable } from "@/server/platform/database";
import type { AccountTemplate, PartingTemplate } from "@/domain/delivery/message";
import { newId } from "@/server/platform/ids";
import { log, loggedError } from "@/server/platform/log";
import { deliverDue } from "./deliver";
import { encrypt } from "@/server/platform/encryption";
import { stopping } from "@/server/platform/run";
import { wakeListeners } from "@/server/platform/wake";
import { insertTest, replayGiven } from "./statements/given-destinations";
import { insertOwnDelivery } from "./statements/deliveries";
import { rescheduleOutbox as replan } from "./statements/outbox";
import { listSchedules } from "./statements/policies";

/** How long the web process tries to send its own account emails (ms). The cron run sends the rest. */
const soonMs = 20_000;

export async function queueAccountMail(
  tx: Queryable,
  mail: { userId: string; template: AccountTemplate; tokenId: string; now: Date },
): Promise<void> {
  const { tokenId: dedupeKey, ...rest } = mail;
  await insertOwnDelivery(tx, { dedupeKey, ...rest });
}

/** Queues the email that confirms an account deletion, unless the address bounces. */
export async function queueParting(
  tx: Queryable,
  account: { id: string; email: string; emailStatus: string },
  template: PartingTemplate,
  now: Date,
): Promise<void> {
  const { id: userId, email, emailStatus } = account;
  if (emailStatus === "bounced") return;
  // The destination id of an account's own address is the account id.
  const encryptedAddress = encrypt(email, userId);
  await insertOwnDelivery(tx, { userId, dedupeKey: "deleted", encryptedAddress, template, now });
}

export async function queueTest(
  tx: Queryable,
  destinationId: string,
  { now, at }: { now: Date; at: Date },
): Promise<string> {
  const id = newId();
  await insertTest({ id, destinationId, now, at });
  await wakeListeners(tx);
  return id;
}

/** Renders it again under the same id; waiting ones become due. Returns false if there is none. */
export async function replayOwn(
  tx: Queryable,
  q: { id: string; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const isThere = await replayGiven(tx, q);
  if (isThere) await wakeListeners(tx);
  return isThere;
}

/** Never throws: unsent emails stay in the outbox. */
export async function sendAccountMailsSoon(): Promise<void> {
  try {
    const start = await databaseNow();
    const started = performance.now();
    const now = () => new Date(start.getTime() + performance.now() - started);
    const { ending } = stopping();
    const deadline = () => (stopping().requested ? new Date(0) : new Date(start.getTime() + soonMs));
    await deliverDue(now, deadline, "account", ending.signal);
  } catch (error) {
    log().error({ error: loggedError(error) }, "account emails wait for the next run");
  }
}

/**
 * Call in the transaction that changes frequency, time zone, policy, mute or address, also of a watch. `before`:
 * the schedule that it replaces.
 */
export async function rescheduleOutbox(
  tx: Queryable,
  userId: string,
  now: Date,
  before?: DigestSchedule,
): Promise<void> {
  const schedule = (await listSchedules(tx, [userId])).get(userId);
  if (schedule === undefined) return;
  const daily = rescheduledDigest(before ?? schedule, now, schedule);
  await replan(tx, userId, { ...nextDueTimes(now, schedule), daily });
}
