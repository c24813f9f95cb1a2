import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import * as profile from "@/app/api/users/profile/route";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { declineAccount } from "@/server/operation/account-deletion";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { call } from "../../support/request";
import { getDeliveries, emptyOutbox, createPendingEmail } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import "../../support/parallel-connections";

/** The farewell email, queued when an account is deleted. The encrypted address is stored only for it. */

let provider: MailProvider;
const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs);
const deliverAt = (minutes: number) =>
  deliverDue(
    () => at(minutes),
    () => at(minutes + 1),
  );

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(async () => {
  await emptyOutbox();
  dropResponses();
  provider.mails.length = provider.requests.length = provider.failures.length = 0;
});

async function leave(over: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(over);
  const { bearer } = await createSession(user);
  const body = { password: factoryPassword };
  expect((await call(profile.DELETE, "DELETE", "/api/users/profile", { bearer, body })).status).toBe(204);
  return user;
}

const closed = async (userId: string) =>
  (
    await pool().query<{ encryptedAddress: string | null }>(
      `SELECT (SELECT "encryptedAddress" FROM "Delivery" d WHERE d."userId" = c."userId") FROM "ClosedAccount" c WHERE "userId" = $1`,
      [userId],
    )
  ).rows[0];

/** Returns true if the outbox contains the address in plain text. */
const isReadable = async (email: string) => {
  const { rowCount } = await pool().query(
    `SELECT FROM "Delivery" d WHERE strpos(d::text, $1) > 0 UNION ALL SELECT FROM "ClosedAccount" c WHERE strpos(c::text, $1) > 0`,
    [email],
  );
  return rowCount! > 0;
};

test("sends one confirmation email and then deletes the address", async () => {
  const user = await leave();
  expect((await closed(user.id))?.encryptedAddress).toEqual(expect.any(String));
  await finishResponses();
  expect(provider.mails).toMatchObject([{ to: user.email, subject: "Your account has been deleted" }]);
  expect(provider.mails[0]!.text).not.toContain("Pro subscription");
  expect(await closed(user.id)).toBeUndefined();
  expect(await getDeliveries(user.id)).toEqual([]);
  await deliverAt(2);
  expect(provider.mails).toHaveLength(1);
});

test("retries with the same key after a provider failure and stores the address encrypted", async () => {
  const user = await leave();
  provider.failures.push({ status: 500, name: "application_error" });
  await finishResponses();
  expect(provider.mails).toEqual([]);
  expect(await getDeliveries(user.id)).toMatchObject([{ status: "frozen" }]);
  expect(await isReadable(user.email)).toBe(false);
  // Emptying the closed account keeps the data this email needs.
  await emptyClosedAccounts(at(2), () => true);
  expect((await closed(user.id))?.encryptedAddress).toEqual(expect.any(String));

  await deliverAt(30);
  expect(provider.mails).toMatchObject([{ to: user.email }]);
  expect(provider.requests[1]).toEqual(provider.requests[0]);
  await deliverAt(90);
  expect(await closed(user.id)).toBeUndefined();
  expect(provider.mails).toHaveLength(1);
});

test.each([
  ["before the email was rendered", async () => {}],
  ["after the email was stored", () => freezeDue("email", "account", new Date())],
  [
    "after sending, before the outcome was stored",
    async () => {
      provider.failures.push("lose-the-answer");
      await deliverAt(0);
    },
  ],
])("a process killed %s: later runs send the email only once", async (_when, begin) => {
  const user = await leave();
  dropResponses();
  await begin();
  // Leases and retry delays have expired by then.
  await deliverAt(30);
  expect(provider.mails.map(({ to }) => to)).toEqual([user.email]);
  await deliverAt(90);
  expect(provider.mails).toHaveLength(1);
  expect(await closed(user.id)).toBeUndefined();
});

test("ten concurrent deletion requests send one email", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const body = { password: factoryPassword };
  const close = () => call(profile.DELETE, "DELETE", "/api/users/profile", { bearer, body });
  await Promise.all(Array.from({ length: 10 }, close));
  await finishResponses();
  expect(provider.mails.map(({ to }) => to)).toEqual([user.email]);
});

test("other pending emails of the account are not sent", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await createPendingEmail(user.id, new Date());
  const body = { password: factoryPassword };
  await call(profile.DELETE, "DELETE", "/api/users/profile", { bearer, body });
  await finishResponses();
  await deliverAt(30);
  expect(provider.mails.map(({ subject }) => subject)).toEqual(["Your account has been deleted"]);
});

test("stores no bounced address and sends no email to it", async () => {
  const user = await leave({ emailStatus: "bounced" });
  expect(await closed(user.id)).toBeUndefined();
  await finishResponses();
  expect(provider.requests).toEqual([]);
});

test("gives up on a rejected address and deletes it", async () => {
  const user = await leave();
  provider.refused.add(user.email);
  await finishResponses();
  expect(provider.mails).toEqual([]);
  expect(await closed(user.id)).toBeUndefined();
  expect(await getDeliveries(user.id)).toEqual([]);
});

test("sends no email after an account was declined", async () => {
  const user = await createUser({ emailVerifiedAt: null });
  const after = () => {};
  expect(await declineAccount(user.id, { now: new Date(), after })).toBe(true);
  expect(await prisma().user.count({ where: { id: user.id } })).toBe(0);
  await finishResponses();
  await deliverAt(2);
  expect(provider.requests).toEqual([]);
});

test("deletes an email that could not be sent for a week", async () => {
  const user = await leave();
  dropResponses();
  const dayMs = 24 * 60 * minuteMs;
  const inDays = (days: number) => new Date(Date.now() + days * dayMs);
  await retain(inDays(6), () => true);
  expect((await closed(user.id))?.encryptedAddress).toEqual(expect.any(String));
  await retain(inDays(7.1), () => true);
  expect(await closed(user.id)).toBeUndefined();
  expect(await getDeliveries(user.id)).toEqual([]);
  expect(provider.requests).toEqual([]);
});
