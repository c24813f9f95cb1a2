import { beforeEach, expect, it } from "vitest";
import { createNotification, createWatch } from "../../../prisma/factories";
import { type ChannelName, getChannel, givenOf } from "@/channels/registry";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { beginAttempt, claimRequest, listRequestMessages } from "@/server/delivery/statements/requests";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { decrypt } from "@/server/platform/encryption";
import { emptyOutbox } from "../../support/pending-email";
import type { Listener, Receiver } from "./receiver";

/**
 * Tests that every channel must pass, however its receiver fails.
 * `requestsWaits` is false if the receiver can't request a wait time, `refuses` if it never rejects a message
 * permanently. `pendingForOne` is a backlog large enough to delay others. Uncertain messages are repeated within
 * `repeatMinutes`.
 */
export function channelSuite(
  name: ChannelName,
  started: () => Receiver,
  { requestsWaits = true, refuses = true, pendingForOne = 1000, repeatMinutes = 1 } = {},
): void {
  let receiver: Receiver;
  let now: Date;
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

  beforeEach(async () => {
    await emptyOutbox();
    receiver = started();
    receiver.reset();
    now = new Date("2026-11-21T14:03:07.250Z");
  });

  const deliverAt = (clock: () => Date, signal?: AbortSignal) =>
    deliverDue(clock, () => minutes(1), null, signal);
  const deliver = (signal?: AbortSignal) => {
    const startedMs = performance.now();
    return deliverAt(() => new Date(now.getTime() + performance.now() - startedMs), signal);
  };

  /** Creates a match with a message on this channel and enqueues it. */
  async function addPending({ userId }: Listener) {
    const watch = await createWatch({ id: userId }, { keyword: `word ${newId()}` });
    const frequency = getChannel(name).content === "items" ? ("realtime" as const) : null;
    const outbox = [{ channel: name, dueAt: now, frequency }];
    const { notification } = await createNotification(watch, { createdAt: now, outbox });
    await enqueueDueDeliveries(now);
    return notification;
  }

  async function subscribedListener(): Promise<Listener> {
    const listener = await receiver.makeListener();
    await addPending(listener);
    return listener;
  }

  const listDiagnoses = ({ userId }: Listener) =>
    prisma().delivery.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });

  /** Delivers every minute until all messages are sent. */
  async function deliverAll(max = 40): Promise<void> {
    for (let round = 0; round < max; round++, now = minutes(1)) if ((await deliver()).pending === 0) return;
    throw new Error("something is never sent");
  }

  it("accepts a message once and does not store it", async () => {
    const listener = await subscribedListener();
    expect(await deliver()).toEqual({ sent: 1, failed: 0, retried: 0, pending: 0 });
    expect(await deliver()).toEqual({ sent: 0, failed: 0, retried: 0, pending: 0 });
    expect(receiver.taken(listener)).toHaveLength(1);
    expect(await listDiagnoses(listener)).toMatchObject([{ status: "sent", reason: null, message: null }]);
  });

  const itWithWaits = requestsWaits ? it : () => undefined;
  itWithWaits("asks us to wait: not a moment sooner", async () => {
    const listener = await subscribedListener();
    receiver.next({ how: "pace", waitSeconds: 300 });
    expect(await deliver()).toMatchObject({ sent: 0, retried: 1, pending: 1 });
    now = minutes(4.9);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
    // Counted from the response, which arrived later on a slow machine.
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(receiver.taken(listener)).toHaveLength(1);
  });

  it.each([
    ["too many, without a word", { how: "pace" } as const],
    ["a fault of its own", { how: "5xx" } as const],
    ["a 50 MB error response", { how: "5xx", bytes: 50_000_000 } as const],
  ])("retries later after %s and delivers once", async (_, response) => {
    const listener = await subscribedListener();
    receiver.next(response);
    expect(await deliver()).toMatchObject({ sent: 0, retried: 1, pending: 1 });
    now = minutes(2);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(receiver.taken(listener)).toHaveLength(1);
  });

  const itWithRefusals = refuses ? it : () => undefined;
  itWithRefusals("refuses a message: it ends, and the next one goes", async () => {
    const listener = await subscribedListener();
    receiver.next({ how: "refused" });
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1, pending: 0 });
    const [refused] = await listDiagnoses(listener);
    expect(refused).toMatchObject({ status: "failed", message: null });
    expect(refused!.reason).toBeTruthy();
    now = minutes(1);
    await addPending(listener);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
  });

  it("turns off a gone destination and still delivers to the others", async () => {
    const [gone, other] = [await subscribedListener(), await subscribedListener()];
    receiver.end(gone);
    // On channels with user-supplied addresses, an email notifies the user.
    const result = givenOf(name) === undefined ? 0 : 1;
    expect(await deliver()).toMatchObject({ sent: 1, pending: result });
    expect(receiver.taken(other)).toHaveLength(1);
    now = minutes(1);
    await addPending(gone);
    expect(await deliver()).toMatchObject({ sent: result, pending: 0 });
    expect(receiver.taken(gone)).toEqual([]);
    expect(await prisma().outboxEntry.count()).toBe(0);
  });

  it("repeats a message after a lost response, visible only once", async () => {
    const listener = await subscribedListener();
    receiver.next({ how: "lost" });
    expect(await deliver()).toMatchObject({ sent: 0, retried: 1, pending: 1 });
    now = minutes(repeatMinutes);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(receiver.shown(listener)).toHaveLength(1);
  });

  it("a hanging receiver doesn't block the end of the run or lose the message", async () => {
    const listener = await subscribedListener();
    receiver.next({ how: "hang" });
    const run = new AbortController();
    const delivered = deliver(run.signal);
    await expect.poll(() => receiver.hasCome()).toBe(true);
    run.abort();
    expect(await delivered).toMatchObject({ sent: 0, pending: 1 });
    now = minutes(2);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(receiver.shown(listener)).toHaveLength(1);
  });

  it("a failing receiver with a large backlog doesn't delay others beyond the next run", async () => {
    const [dead, live] = [await receiver.makeListener(), await receiver.makeListener()];
    const { id: notificationId } = await addPending(dead);
    await addPending(live);
    await pool().query(
      `WITH made AS (
         INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "nextAttemptAt", "createdAt")
         SELECT gen_random_uuid(), "userId", "destinationId", "channel", "dedupeKey" || n, $2::timestamptz - interval '1 second', "createdAt"
         FROM "Delivery", generate_series(1, $4::int) n WHERE "userId" = $1 RETURNING "id")
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "frequency") SELECT "id", $3, 'realtime' FROM made`,
      [dead.userId, now, notificationId, pendingForOne],
    );
    receiver.break(dead);
    // Without spacing the clock is stopped, so on a slow machine no retry becomes due in between.
    const isSpaced = (getChannel(name).pace.spacing?.ms ?? 0) > 0;
    const run = () => (isSpaced ? deliver() : deliverAt(() => now));
    await run();
    // The run can hit its deadline first. In the next run the failed messages are last.
    if (receiver.taken(live).length === 0) await run();
    expect(receiver.taken(live)).toHaveLength(1);
    // Each is pending or failed, with a reason shown in the account.
    for (const { status, reason } of await listDiagnoses(dead)) {
      expect(["pending", "failed", "skipped"]).toContain(status);
      expect(reason).toBeTruthy();
    }
    expect(receiver.taken(dead)).toEqual([]);
  });

  it("after a process dies before recording its deliveries, messages aren't lost or duplicated", async () => {
    const listeners = [];
    for (let n = 0; n < 5; n++) listeners.push(await subscribedListener());
    for (const isSent of [false, true, true]) {
      await freezeDue(name, "alert", now);
      // The steps of a process before it's killed.
      const leaseUntil = new Date(now.getTime() + 90_000);
      const { isFrozen } = getChannel(name);
      const claim = { channel: name, kind: null, now, leaseUntil, countsAttempts: isFrozen };
      const request = await claimRequest(pool(), claim);
      if (request !== null) {
        const begun = await beginAttempt(pool(), request.claims, { now, isCounted: !isFrozen });
        if (begun.length > 0 && isSent) await sendUnnoted(request.key);
      }
      now = minutes(2);
    }
    await deliverAll();
    for (const listener of listeners) {
      expect(await listDiagnoses(listener)).toMatchObject([{ status: "sent" }]);
      expect(receiver.shown(listener)).toHaveLength(1);
    }
  });

  async function sendUnnoted(key: string): Promise<void> {
    const messages = (await listRequestMessages(pool(), key, now)).map((stored) => {
      const opened = (encrypted: string | null) =>
        encrypted === null ? null : decrypt(encrypted, stored.destinationId);
      const [address, secret] = [opened(stored.encryptedAddress), opened(stored.encryptedSecret)];
      return { ...stored, to: address === null || secret === null ? null : { address, secret } };
    });
    await getChannel(name).send({ key, at: now, messages });
  }
}
