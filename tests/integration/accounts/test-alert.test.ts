import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser } from "../../../prisma/factories";
import * as deliveries from "@/app/api/users/deliveries/route";
import * as testAlert from "@/app/api/users/test-alert/route";
import { deliveriesResponse } from "@/contract/account";
import { pool, prisma } from "@/server/platform/database";
import { queueAccountMail } from "@/server/delivery/deliveries";
import { newId } from "@/server/platform/ids";
import { deliverDue } from "../../support/deliver-due";
import type { AccountResponse } from "../../support/accounts";
import { call } from "../../support/request";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import "../../support/parallel-connections";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => {
  provider.mails.length = 0;
});
afterAll(() => provider.close());

async function signedIn(overrides: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(overrides);
  return { user, ...(await createSession(user)) };
}
const request = (bearer: string) =>
  call<AccountResponse>(testAlert.POST, "POST", "/api/users/test-alert", { bearer });
const listed = async (bearer: string) =>
  deliveriesResponse.parse((await call(deliveries.GET, "GET", "/api/users/deliveries", { bearer })).body)
    .deliveries;
const deliver = () => {
  const now = new Date();
  return deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
};

test("sends a test alert like a normal alert", async () => {
  const { user, bearer } = await signedIn();
  expect((await request(bearer)).status).toBe(200);
  expect(await listed(bearer)).toMatchObject([{ status: "pending", reason: null, count: 0, sentAt: null }]);
  await deliver();
  const [mail] = provider.mails;
  expect(mail).toMatchObject({ to: user.email, subject: "Test alert from Earshot" });
  expect(mail!.headers).toHaveProperty("List-Unsubscribe");
  expect(mail!.html).toContain("This is a test alert");
  expect(mail!.text).toContain("http://localhost:3000/settings");
  const [result] = await listed(bearer);
  expect(result).toMatchObject({ status: "sent", count: 1, sentAt: expect.any(String) });
  expect(new Date(result!.slot).toISOString()).toBe(result!.slot);
});

test("allows three per hour and rejects the fourth with Retry-After", async () => {
  const { user, bearer } = await signedIn();
  for (let n = 0; n < 3; n++) {
    // Two test alerts within one millisecond would be stored as one.
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await request(bearer)).status).toBe(200);
  }
  const refused = await request(bearer);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "NOTIFICATION_RATE_LIMIT_EXCEEDED", limit: 3, remaining: 0 });
  expect(refused.body.retryAfter).toBeGreaterThan(3500);
  const oldest = await prisma().delivery.findFirstOrThrow({ where: { userId: user.id } });
  await prisma().delivery.update({
    where: { id: oldest.id },
    data: { createdAt: new Date(Date.now() - 3_600_001) },
  });
  expect((await request(bearer)).status).toBe(200);
});

test("creates up to three of ten concurrent test alerts", async () => {
  const { user, bearer } = await signedIn();
  await Promise.all(Array.from({ length: 10 }, () => request(bearer)));
  expect(await prisma().delivery.count({ where: { userId: user.id } })).toBeLessThanOrEqual(3);
});

test.each([
  ["is not verified", { emailVerifiedAt: null }, "verify"],
  [
    "turned emails off",
    { emailNotifications: false, emailStatus: "unsubscribed" as const },
    "alerts are off",
  ],
  ["bounces", { emailStatus: "bounced" as const }, "rejected our emails"],
])("explains why an account that %s would get no alerts", async (_name, overrides, said) => {
  const { user, bearer } = await signedIn(overrides);
  const response = await request(bearer);
  expect(response.status).toBe(400);
  expect(response.body.message).toContain(said);
  expect(await prisma().delivery.count({ where: { userId: user.id } })).toBe(0);
});

test("lists the latest 20 emails of the user with any status", async () => {
  const { user, bearer } = await signedIn();
  const anonymous = await signedIn();
  for (let n = 0; n < 25; n++) {
    const at = new Date(Date.now() - n * 60_000);
    await pool().query(
      `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "reason", "count", "nextAttemptAt", "createdAt")
       VALUES ($1, $2, $2, 'email', $3, 'failed', 'rejected', $4, $5, $5)`,
      [newId(), user.id, at.toISOString(), n, at],
    );
  }
  const tokenId = newId();
  await queueAccountMail(pool(), { userId: user.id, template: "verify", tokenId, now: new Date() });
  const found = await listed(bearer);
  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ status: "pending", count: 0 });
  expect(JSON.stringify(found)).not.toContain(tokenId);
  expect(found.slice(1).map(({ count }) => count)).toEqual(Array.from({ length: 19 }, (_, n) => n));
  expect(await listed(anonymous.bearer)).toEqual([]);
});
