import { describe, expect, it } from "vitest";
import { createWatch } from "../../../prisma/factories";
import { prisma, pool } from "@/server/platform/database";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { claimDeliveries } from "@/server/delivery/statements/deliveries";
import { getBrowsers, encryptedBrowser } from "../../support/browsers";
import {
  addBrowser,
  later,
  makeListener,
  now,
  createPendingPush,
  getPushes,
  pushStage,
  shownAt,
} from "../../support/push-stage";
import "../../support/parallel-connections";

const stage = pushStage();
const deliver = (at = now) =>
  deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );

async function enqueueAndDeliver() {
  await enqueueDueDeliveries(now);
  return deliver();
}

describe("push notifications", () => {
  it("sends one message about all pending matches to every browser of the user", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    const second = await addBrowser(stage, user.id);
    await createPendingPush(watch, { dueAt: later(-5000), createdAt: later(-5000) });
    const newest = await createPendingPush(watch, {
      item: { title: "Invoice software & 50 % off", place: "webdev" },
    });
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 2, failed: 0, retried: 0, pending: 0 });
    const shown = {
      tag: newest,
      title: "2 new matches, latest for invoice software",
      body: "r/webdev: Invoice software & 50 % off\nand 1 more",
      count: 2,
      keyword: "invoice software",
      url: "/notifications",
    };
    expect(shownAt(stage, endpoint)).toEqual([shown]);
    expect(shownAt(stage, second)).toEqual([shown]);
    const sent = await getPushes(user.id);
    const end = { status: "sent", reason: null, count: 2, attempts: 1, message: null };
    expect(sent).toMatchObject([end, end]);
    // A second run sends no messages.
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 0 });
    expect(stage.sandbox.push.pushes).toHaveLength(2);
  });

  it("explains that it was delayed by the burst limit", async () => {
    const { watch, endpoint } = await makeListener(stage);
    await createPendingPush(watch, {});
    await prisma().outboxEntry.updateMany({ data: { isInDigest: true } });
    await enqueueAndDeliver();
    expect(shownAt(stage, endpoint)).toMatchObject([
      {
        title: "New match for invoice software",
        body: expect.stringMatching(
          /\nYou've had 5 messages in the last hour, so we're sending at most one every 10 minutes/,
        ),
      },
    ]);
  });

  it("counts a mention once, even if several watches matched it", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    const all = await createWatch(user, { subreddits: ["all"] });
    const fullname = "t3_clip";
    const lead = await createPendingPush(watch, { item: { fullname } });
    await createPendingPush(all, { item: { fullname }, leadId: lead });
    await enqueueAndDeliver();
    expect(shownAt(stage, endpoint)).toMatchObject([
      { tag: lead, title: "New match for invoice software", count: 1 },
    ]);
  });

  it("names the keyword of a single match, labels NSFW and expires after a day", async () => {
    const { watch, endpoint } = await makeListener(stage);
    await createPendingPush(watch, { item: { title: "x".repeat(300), over18: true } });
    await enqueueAndDeliver();
    const [shown] = shownAt(stage, endpoint);
    expect(shown).toMatchObject({ title: "New match for invoice software", count: 1 });
    expect(shown?.body).toMatch(/^r\/smallbusiness: x{182}… \(NSFW\)$/);
    expect(stage.sandbox.push.pushes[0]).toMatchObject({
      ttlSeconds: 86_400,
      urgency: "high",
      sender: stage.publicKey,
    });
  });

  it("is sent once by several concurrent runs", async () => {
    const { watch, endpoint } = await makeListener(stage);
    await createPendingPush(watch);
    await Promise.all([enqueueDueDeliveries(now), enqueueDueDeliveries(now)]);
    await enqueueDueDeliveries(now);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(shownAt(stage, endpoint)).toHaveLength(1);
  });

  it("sends a match recorded late for the same time ten seconds later", async () => {
    const { user, watch } = await makeListener(stage);
    await createPendingPush(watch);
    await enqueueDueDeliveries(now);
    await createPendingPush(watch);
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(later(10_000))).toEqual({ enqueued: 1 });
    expect((await getPushes(user.id)).map(({ dedupeKey, count }) => [dedupeKey, count])).toEqual([
      [now.toISOString(), 1],
      [later(10_000).toISOString(), 1],
    ]);
  });

  it("drops pending matches on Free and for users without a browser", async () => {
    const free = await makeListener(stage, "free");
    const without = await makeListener(stage);
    await prisma().destination.deleteMany({ where: { userId: without.user.id, channel: "push" } });
    for (const { watch } of [free, without]) await createPendingPush(watch);
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    expect(await prisma().notification.count()).toBe(2);
    expect(await prisma().outboxEntry.count()).toBe(0);
    expect(stage.sandbox.push.requests).toBe(0);
  });

  it("skips enqueued messages if Pro ended or the match was read or deleted", async () => {
    const [ended, read, deleted] = await Promise.all([1, 2, 3].map(() => makeListener(stage)));
    for (const one of [ended!, read!, deleted!]) await createPendingPush(one.watch);
    await enqueueDueDeliveries(now);
    await prisma().subscription.update({ where: { userId: ended!.user.id }, data: { status: "canceled" } });
    await prisma().notification.updateMany({ where: { userId: read!.user.id }, data: { status: "read" } });
    await prisma().notification.updateMany({ where: { userId: deleted!.user.id }, data: { deletedAt: now } });
    expect(await deliver()).toMatchObject({ sent: 0, failed: 0, pending: 0 });
    expect(await getPushes(ended!.user.id)).toMatchObject([{ status: "skipped", reason: "suppressed" }]);
    for (const one of [read!, deleted!])
      expect(await getPushes(one.user.id)).toMatchObject([{ status: "skipped", reason: "empty" }]);
    expect(stage.sandbox.push.requests).toBe(0);
  });
});

describe("push failures", () => {
  it.each([404, 410])("removes a browser that responds with %i and notifies the others", async (status) => {
    const { user, watch, endpoint } = await makeListener(stage);
    const other = await addBrowser(stage, user.id);
    stage.sandbox.failures.set({ service: "push", mode: "json", status, path: endpoint.slice(-22) });
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 1, failed: 0 });
    expect(shownAt(stage, other)).toHaveLength(1);
    const left = await getBrowsers(user.id);
    expect(left.map((one) => one.endpoint)).toEqual([other]);
  });

  it("the loss of the only browser is not a failure", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    stage.sandbox.push.end(endpoint);
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 0, failed: 0, pending: 0 });
    expect(await getPushes(user.id)).toMatchObject([{ status: "skipped", reason: "gone" }]);
  });

  describe("emails the matches of a watch that names only a browser", () => {
    async function onlyBrowser() {
      const made = await makeListener(stage);
      const [browser] = await getBrowsers(made.user.id);
      await prisma().user.update({ where: { id: made.user.id }, data: { emailNotifications: true } });
      await prisma().watch.update({ where: { id: made.watch.id }, data: { destinations: [browser!.id] } });
      await createPendingPush(made.watch);
      const mails = () => prisma().outboxEntry.findMany({ where: { userId: made.user.id } });
      return { ...made, browser: browser!, mails };
    }

    it("whose subscription ends before the message is sent", async () => {
      const { user, endpoint, mails } = await onlyBrowser();
      stage.sandbox.push.end(endpoint);
      await enqueueAndDeliver();
      expect(await getPushes(user.id)).toMatchObject([{ status: "skipped", reason: "gone" }]);
      expect(await mails()).toMatchObject([{ channel: "email" }]);
    });

    it("that was removed before", async () => {
      const { browser, mails } = await onlyBrowser();
      await prisma().destination.delete({ where: { id: browser.id } });
      await enqueueDueDeliveries(now);
      expect(await prisma().delivery.count({ where: { channel: "push", destinationId: browser.id } })).toBe(
        0,
      );
      expect(await mails()).toMatchObject([{ channel: "email" }]);
    });
  });

  it("retries 429 and 5xx with backoff, and only at the browser that failed", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    const healthy = await addBrowser(stage, user.id);
    const path = endpoint.slice(-22);
    const { failures } = stage.sandbox;
    failures.set({ service: "push", mode: "too-many", retryAfter: 120, path, count: 1 });
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 1, retried: 1, pending: 1 });
    const waiting = async () => (await getPushes(user.id)).find(({ status }) => status === "pending");
    expect(await waiting()).toMatchObject({
      status: "pending",
      reason: "429",
      attempts: 1,
      nextAttemptAt: later(120_000),
    });
    expect(await deliver(later(119_000))).toMatchObject({ retried: 0 });
    failures.set({ service: "push", mode: "json", status: 503, path, count: 2 });
    const waits: number[] = [];
    for (let at = later(120_000), tries = 0; tries < 2; tries += 1) {
      await deliver(at);
      const { nextAttemptAt } = (await waiting())!;
      waits.push(nextAttemptAt.getTime() - at.getTime());
      at = nextAttemptAt;
    }
    expect(waits[0]).toBeGreaterThanOrEqual(5000);
    expect(waits[1]).toBeGreaterThanOrEqual(10_000);
    expect(await deliver(later(600_000))).toMatchObject({ sent: 1 });
    expect(shownAt(stage, endpoint)).toHaveLength(1);
    expect(shownAt(stage, healthy)).toHaveLength(1);
  });

  it("lost response: retries the same text with the same topic and tag", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    stage.sandbox.failures.set({ service: "push", mode: "lost", count: 1 });
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ retried: 1 });
    expect(await deliver(later(60_000))).toMatchObject({ sent: 1 });
    const [first, again] = stage.sandbox.push.pushes;
    expect(again?.text).toBe(first?.text);
    expect(again?.topic).toBe(first?.topic);
    expect(shownAt(stage, endpoint)).toHaveLength(2);
    expect(await getPushes(user.id)).toMatchObject([{ status: "sent", attempts: 2 }]);
  });

  it("omits matches deleted before a retry, and skips a retry without matches", async () => {
    const { user, watch, endpoint } = await makeListener(stage);
    stage.sandbox.failures.set({ service: "push", mode: "lost", count: 2 });
    await createPendingPush(watch, {
      dueAt: later(-5000),
      createdAt: later(-5000),
      item: { title: "stays" },
    });
    const newest = await createPendingPush(watch, { item: { title: "goes" } });
    await enqueueAndDeliver();
    await prisma().item.updateMany({ where: { title: "goes" }, data: { title: "", blankedAt: now } });
    await deliver(later(60_000));
    expect(shownAt(stage, endpoint)).toMatchObject([
      { tag: newest, count: 2, body: expect.stringContaining("goes") },
      { tag: newest, count: 1, body: expect.stringContaining("stays") },
    ]);
    await prisma().notification.updateMany({ data: { status: "read" } });
    expect(await deliver(later(120_000))).toMatchObject({ sent: 0, retried: 0, pending: 0 });
    expect(await getPushes(user.id)).toMatchObject([{ status: "skipped", reason: "empty" }]);
  });

  it.each([
    ["cut" as const, "unknown"],
    ["json" as const, "failed"],
  ])("23 hours of %s: ends as %s with the reason", async (mode, status) => {
    const { user, watch } = await makeListener(stage);
    stage.sandbox.failures.set({ service: "push", mode, status: 500 });
    await createPendingPush(watch);
    await enqueueAndDeliver();
    expect(await deliver(later(23 * 3_600_000))).toMatchObject({ failed: 1, pending: 0 });
    const [input] = await getPushes(user.id);
    expect(input).toMatchObject({ status, message: null });
    expect(input?.reason).toBeTruthy();
    expect(await deliver(later(24 * 3_600_000))).toMatchObject({ sent: 0, retried: 0 });
  });

  it("fails on a rejection and records it on the browser until the next success", async () => {
    const { user, watch } = await makeListener(stage);
    stage.sandbox.failures.set({ service: "push", mode: "json", status: 403, count: 1 });
    const failedAt = async () => (await getBrowsers(user.id))[0]!.failedAt;
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ failed: 1 });
    expect(await getPushes(user.id)).toMatchObject([{ status: "failed", reason: "403" }]);
    expect(await failedAt()).toEqual(now);
    await createPendingPush(watch, { dueAt: later(1000) });
    await enqueueDueDeliveries(later(1000));
    expect(await deliver(later(1000))).toMatchObject({ sent: 1 });
    expect(await failedAt()).toBeNull();
  });

  it("follows no redirects and contacts only allowed hosts and ports", async () => {
    const { user, watch } = await makeListener(stage);
    stage.sandbox.failures.set({ service: "push", mode: "json", status: 307 });
    await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ failed: 1 });
    expect(stage.sandbox.push.requests).toBe(0);
    stage.sandbox.failures.clear();
    const port = stage.sandbox.pushPort;
    // The current allowlist applies, even to endpoints saved under an earlier one.
    const [browser] = await getBrowsers(user.id);
    const { keys } = stage.sandbox.push.subscribe(null);
    const off = [
      `https://127.0.0.2:${port}/push/v1/a`,
      "https://10.1.2.3/push",
      `https://localhost:${port}/push`,
    ];
    for (const endpoint of off) {
      await prisma().destination.update({
        where: { id: browser!.id },
        data: encryptedBrowser(browser!.id, { endpoint, keys }),
      });
      await pool().query(`DELETE FROM "Delivery"`);
      await createPendingPush(watch);
      await enqueueAndDeliver();
      expect(await getPushes(user.id)).toMatchObject([{ status: "failed", reason: "host" }]);
    }
  });

  it("does not delay other users if one push service hangs", async () => {
    const silent = await makeListener(stage);
    const others = await Promise.all(Array.from({ length: 30 }, () => makeListener(stage)));
    const path = silent.endpoint.slice(-22);
    stage.sandbox.failures.set({ service: "push", mode: "silence", waitSeconds: 20, path });
    for (const { watch } of [silent, ...others]) await createPendingPush(watch);
    expect(await enqueueAndDeliver()).toMatchObject({ sent: 30, retried: 1 });
    expect(await getPushes(silent.user.id)).toMatchObject([{ status: "pending", reason: "no answer" }]);
  });

  it("does not send while another run has claimed the delivery", async () => {
    const { user, watch } = await makeListener(stage);
    await createPendingPush(watch);
    await enqueueDueDeliveries(now);
    const claim = {
      channel: "push" as const,
      kind: "alert" as const,
      max: 10,
      now,
      leaseUntil: later(1000),
    };
    await claimDeliveries(pool(), claim);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
    expect(await deliver(later(1000))).toMatchObject({ sent: 1 });
    expect(await getPushes(user.id)).toHaveLength(1);
  });
});
