import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { createUser } from "../../prisma/factories";
import { getSecret } from "@/channels/push/web-push";
import { makeSecret } from "@/channels/webhook/secret";
import { env } from "@/env";
import { deliverDue } from "../support/deliver-due";
import { forgetDestination, saveDestination, saveGiven } from "@/server/delivery/destinations";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { getHealth } from "@/server/operation/health";
import { retain } from "@/server/operation/retention";
import { pool, prisma, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { decrypt } from "@/server/platform/encryption";
import { getBrowsers } from "../support/browsers";
import { createDestination } from "../support/given-destinations";
import {
  addBrowser,
  later,
  makeListener,
  now,
  createPendingPush,
  getPushes,
  pushStage,
  shownAt,
} from "../support/push-stage";
import "../support/parallel-connections";

const stage = pushStage();
const key = () => randomBytes(32).toString("base64url");
let retained: string[] | undefined;
const useKeys = (keys: string[]) => {
  retained ??= env().ENCRYPTION_KEY;
  Object.assign(env(), { ENCRYPTION_KEY: keys });
};
afterEach(() => {
  if (retained !== undefined) Object.assign(env(), { ENCRYPTION_KEY: retained });
});

const deliver = (at = now) =>
  deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );

function save(userId: string, endpoint: string, at = now) {
  const { keys } = stage.sandbox.push.subscribe(null);
  const browser = {
    channel: "push",
    userId,
    sessionId: newId(),
    address: endpoint,
    secret: getSecret(keys),
  } as const;
  return transaction(() => saveDestination(browser, 10, at));
}

it("a new account has one email destination and cannot have a second", async () => {
  const user = await createUser();
  const own = await prisma().destination.findMany({ where: { userId: user.id } });
  expect(own).toMatchObject([
    { channel: "email", encryptedAddress: null, addressHash: null, encryptedSecret: null },
  ]);
  const second = prisma().destination.create({ data: { id: newId(), userId: user.id, channel: "email" } });
  await expect(second).rejects.toMatchObject({ code: "P2002" });
});

it("stores addresses and keys of browsers only encrypted", async () => {
  const { user, endpoint } = await makeListener(stage);
  const [browser] = await getBrowsers(user.id);
  const { rows } = await pool().query(`SELECT to_jsonb(t)::text AS row FROM "Destination" t`);
  const stored = rows.map(({ row }: { row: string }) => row).join();
  for (const open of [endpoint, new URL(endpoint).pathname, browser!.p256dh!, browser!.auth!])
    expect(stored).not.toContain(open);
});

it("saving again keeps the destination; another account's takeover creates a new one", async () => {
  const before = await makeListener(stage);
  const after = await makeListener(stage);
  const [{ id } = { id: "" }] = await getBrowsers(before.user.id);
  expect((await save(before.user.id, before.endpoint)).id).toBe(id);
  await createPendingPush(before.watch);
  await enqueueDueDeliveries(now);
  const used = await save(after.user.id, before.endpoint);
  expect(used.id).not.toBe(id);
  expect(await getBrowsers(before.user.id)).toEqual([]);
  expect(await deliver()).toMatchObject({ sent: 0, failed: 0, pending: 0 });
  expect(await getPushes(before.user.id)).toMatchObject([{ status: "skipped", reason: "gone" }]);
  expect(shownAt(stage, before.endpoint)).toEqual([]);
});

it("concurrent accounts can't share a browser", async () => {
  const users = await Promise.all([1, 2, 3, 4].map(() => createUser({ plan: "pro" })));
  const { endpoint } = stage.sandbox.push.subscribe(null);
  await Promise.all(users.map(({ id }) => save(id, endpoint)));
  const existing = (await Promise.all(users.map(({ id }) => getBrowsers(id)))).flat();
  expect(existing).toMatchObject([{ endpoint }]);
});

it("a new key keeps destinations working and does not duplicate them", async () => {
  const { user, watch, endpoint } = await makeListener(stage);
  useKeys([key(), ...env().ENCRYPTION_KEY]);
  await createPendingPush(watch);
  await enqueueDueDeliveries(now);
  expect(await deliver()).toMatchObject({ sent: 1 });
  await save(user.id, endpoint);
  expect(await getBrowsers(user.id)).toHaveLength(1);
  useKeys(env().ENCRYPTION_KEY.slice(0, 1));
  expect(await getBrowsers(user.id)).toMatchObject([{ endpoint }]);
  await forgetDestination({ channel: "push", userId: user.id, address: endpoint });
  expect(await getBrowsers(user.id)).toEqual([]);
});

it("retention re-encrypts everything with a new key, so the old one can be removed", async () => {
  const { user, watch, endpoint } = await makeListener(stage);
  const input = { channel: "webhook", address: "https://hooks.example/in", secret: makeSecret() } as const;
  const receiver = await createDestination(user.id, input);
  useKeys([key(), ...env().ENCRYPTION_KEY]);
  const left = async () => (await getHealth()).checks.encryption;
  const { detail } = (await left())!;
  expect(Number(/^(\d+) still encrypted with an old key$/.exec(detail ?? "")?.[1])).toBeGreaterThanOrEqual(2);
  await Promise.all([retain(now, () => true), retain(now, () => true)]);
  expect(await left()).toEqual({ ok: true });

  useKeys(env().ENCRYPTION_KEY.slice(0, 1));
  await createPendingPush(watch);
  await enqueueDueDeliveries(now);
  expect(await deliver()).toMatchObject({ sent: 1, failed: 0 });
  const row = await prisma().destination.findUniqueOrThrow({ where: { id: receiver } });
  expect([decrypt(row.encryptedAddress!, receiver), decrypt(row.encryptedSecret!, receiver)]).toEqual([
    input.address,
    input.secret,
  ]);
  // When saved again, each destination is found by its hash under the new key.
  const again = { ...input, userId: user.id, label: "" };
  expect(await transaction(() => saveGiven(again, now))).toBe(receiver);
  await save(user.id, endpoint);
  expect(await getBrowsers(user.id)).toHaveLength(1);
});

it("without its encryption key a push fails and the others are sent", async () => {
  const lost = await makeListener(stage);
  useKeys([key()]);
  const fine = await makeListener(stage);
  for (const { watch } of [lost, fine]) await createPendingPush(watch);
  await enqueueDueDeliveries(now);
  expect(await deliver()).toMatchObject({ sent: 1, failed: 1, pending: 0 });
  expect(await getPushes(lost.user.id)).toMatchObject([{ status: "failed", reason: "undecryptable" }]);
  expect(shownAt(stage, fine.endpoint)).toHaveLength(1);
});

it("a browser added after enqueueing waits for the next message, like the others", async () => {
  const { user, watch, endpoint } = await makeListener(stage);
  await createPendingPush(watch);
  await enqueueDueDeliveries(now);
  const second = await addBrowser(stage, user.id);
  await createPendingPush(watch);
  expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
  expect(await enqueueDueDeliveries(later(10_000))).toEqual({ enqueued: 2 });
  await deliver(later(10_000));
  expect(shownAt(stage, endpoint)).toHaveLength(2);
  expect(shownAt(stage, second)).toHaveLength(1);
});
