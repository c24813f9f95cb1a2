import { nextSlots } from "@/domain/digest-schedule";
import { databaseNow, type Queryable } from "@/server/platform/database";
import type { AccountTemplate, PartingTemplate } from "@/domain/message";
import { newId } from "@/server/platform/ids";
import { log, loggedError } from "@/server/platform/log";
import { deliverDue } from "./deliver";
import { seal } from "@/server/platform/sealing";
import { stopping } from "@/server/platform/run";
import { wakeListeners } from "@/server/platform/wake";
import { insertTest, replayGiven } from "./statements/given-destinations";
import { insertOwnDelivery } from "./statements/deliveries";
import { replanDebts as replan } from "./statements/debts";
import { listSchedules } from "./statements/policies";

/** How long an answer's own process tries to get its account mails out; the cron run sends what is left. */
const soonMs = 20_000;

/** Puts an account mail into the outbox; `tokenId` is the EmailToken its link is made from. */
export async function queueAccountMail(
  tx: Queryable,
  mail: { userId: string; template: AccountTemplate; tokenId: string; now: Date },
): Promise<void> {
  const { tokenId: slot, ...rest } = mail;
  await insertOwnDelivery(tx, { id: newId(), kind: "account", slot, ...rest });
}

/**
 * Puts the mail that says that an account is deleted into the outbox; answers its address, sealed, which is to be kept with what
 * is left of the account. Null where its address takes no mails.
 */
export async function queueParting(
  tx: Queryable,
  account: { id: string; email: string; emailStatus: string },
  template: PartingTemplate,
  now: Date,
): Promise<string | null> {
  const { id: userId, email, emailStatus } = account;
  if (emailStatus === "bounced") return null;
  await insertOwnDelivery(tx, { id: newId(), userId, kind: "account", slot: "deleted", template, now });
  // Of an account's own address the destination has the account's id.
  return seal(email, userId);
}

/** Puts a test message for one destination into the outbox, to be sent `at` a moment; returns its id. */
export async function queueTest(
  tx: Queryable,
  destinationId: string,
  { now, at }: { now: Date; at: Date },
): Promise<string> {
  const id = newId();
  await insertTest(tx, { id, destinationId, slot: now.toISOString(), now, at });
  await wakeListeners(tx);
  return id;
}

/** Makes one of a user's messages due again, to be made anew under the same id; what waits goes at once. False: there is none. */
export async function replayOwn(
  tx: Queryable,
  q: { id: string; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const isThere = await replayGiven(tx, q);
  if (isThere) await wakeListeners(tx);
  return isThere;
}

/** Sends account mails that are due, beside whatever else delivers. Never throws: they stay in the outbox. */
export async function sendAccountMailsSoon(): Promise<void> {
  // Nobody waits for this; a failure here is made good by the next run.
  try {
    const start = await databaseNow();
    const begun = performance.now();
    const now = () => new Date(start.getTime() + performance.now() - begun);
    const { ending } = stopping();
    const deadline = () => (stopping().requested ? new Date(0) : new Date(start.getTime() + soonMs));
    await deliverDue(now, deadline, "account", ending.signal);
  } catch (error) {
    log().error({ error: loggedError(error) }, "account emails wait for the next run");
  }
}

/**
 * Plans anew what is owed to a user: to be called in the transaction that changes rhythm, zone, switch, policy, mute or address,
 * of the account or of a watch, after the change.
 */
export async function replanDebts(tx: Queryable, userId: string, now: Date): Promise<void> {
  const schedule = (await listSchedules(tx, [userId])).get(userId);
  if (schedule === undefined) return;
  await replan(tx, userId, nextSlots(now, schedule));
}
