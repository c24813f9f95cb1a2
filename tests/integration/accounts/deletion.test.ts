import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropResponses, finishResponses } from "../../support/after-responses";
import {
  createNotification,
  createSession,
  createUser,
  createWatch,
  factoryPassword,
} from "../../../prisma/factories";
import * as profile from "@/app/api/users/profile/route";
import { pool, prisma } from "@/server/platform/database";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { type AccountResponse, signIn, whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { createManyNotifications } from "../../support/many-notifications";
import { fillAccount } from "../../support/full-account";
import "../../support/parallel-connections";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => dropResponses());
afterAll(() => provider.close());

const close = (bearer: string, password: string) =>
  call<AccountResponse>(profile.DELETE, "DELETE", "/api/users/profile", { bearer, body: { password } });

/** Returns the tables that contain a text anywhere in a row. */
async function tablesThatSay(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  const found = [];
  for (const { name } of rows) {
    const { rowCount } = await pool().query(`SELECT FROM "${name}" r WHERE strpos(r::text, $1) > 0`, [text]);
    if (rowCount! > 0) found.push(name);
  }
  return found;
}

test("deletes everything with the right password, and makes no changes with a wrong one", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await fillAccount(user.id, "forgetme");
  const watches = await prisma().watch.findMany({ where: { userId: user.id } });
  const before = await tablesThatSay(user.id);
  expect(before.length).toBeGreaterThan(8);

  const wrong = await close(bearer, "Listen-2027");
  expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CREDENTIALS"]);
  expect((await close(bearer, " ")).status).toBe(400);
  expect(await tablesThatSay(user.id)).toEqual(before);

  const gone = await close(bearer, factoryPassword);
  expect(gone.status).toBe(204);
  expect(gone.headers.get("set-cookie")).toContain("Max-Age=0");
  // The address is no longer stored in plain text; the rest is deleted with the confirmation email.
  expect(await tablesThatSay(user.email)).toEqual([]);
  expect(await tablesThatSay(user.id)).toEqual(["ClosedAccount", "Delivery"]);
  await finishResponses();
  for (const trace of [user.id, user.email, "forgetme", ...watches.map(({ id }) => id)])
    expect([trace, await tablesThatSay(trace)]).toEqual([trace, []]);
  expect((await whoAmI(bearer)).status).toBe(401);
  expect((await signIn(user.email)).body.code).toBe("INVALID_CREDENTIALS");
});

test("keeps the whole account while Stripe is unreachable", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await fillAccount(user.id, "unpaid");
  // The Stripe URL in the test settings is unreachable.
  await prisma().subscription.update({ where: { userId: user.id }, data: { customerId: "cus_unreachable" } });
  const before = await tablesThatSay(user.id);
  const response = await close(bearer, factoryPassword);
  expect([response.status, response.body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
  expect(await tablesThatSay(user.id)).toEqual(before);
});

test("keeps other users' rows and the items they share", async () => {
  const [bob, charlie] = [await createUser(), await createUser()];
  const { bearer } = await createSession(bob);
  await fillAccount(bob.id, "bobs");
  await fillAccount(charlie.id, "charlies");
  const [one, other] = [await createWatch(bob), await createWatch(charlie)];
  const storedAt = new Date(Date.now() - 2 * 3_600_000);
  const { item } = await createNotification(one, { item: { storedAt } });
  await createNotification(other, { item: { fullname: item.fullname } });
  const before = await tablesThatSay(charlie.id);

  expect((await close(bearer, factoryPassword)).status).toBe(204);
  expect(await tablesThatSay("bobs")).toEqual([]);
  expect(await tablesThatSay(charlie.id)).toEqual(before);
  expect(await tablesThatSay("charlies")).toContain("Item");
  expect(await prisma().item.count({ where: { fullname: item.fullname } })).toBe(1);
});

test("responds to ten concurrent deletions and frees the address", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await fillAccount(user.id, "tentimes");
  const responses = await Promise.all(Array.from({ length: 10 }, () => close(bearer, factoryPassword)));
  expect(responses.map(({ status }) => status)).toContain(204);
  expect(responses.filter(({ status }) => status !== 204 && status !== 401)).toEqual([]);
  expect((await createUser({ email: user.email })).email).toBe(user.email);
  await finishResponses();
  expect(await tablesThatSay(user.id)).toEqual([]);
});

test.each([
  ["after the response", finishResponses],
  [
    "in the next runs, if the process ended early",
    async () => {
      await sendAccountMailsSoon();
      await emptyClosedAccounts(new Date(Date.now() + 60_000), () => true);
    },
  ],
])("deletes the first of 12,000 notifications with the account and the rest %s", async (_name, finish) => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const watch = await createWatch(user);
  await createManyNotifications([watch], 12_000);
  await prisma().notification.updateMany({
    where: { userId: user.id, place: "sub3" },
    data: { deletedAt: new Date() },
  });
  expect((await close(bearer, factoryPassword)).status).toBe(204);
  expect((await whoAmI(bearer)).status).toBe(401);
  expect(await prisma().notification.count({ where: { userId: user.id } })).toBe(7_000);
  await finish();
  expect(await tablesThatSay(user.id)).toEqual([]);
  // Items younger than an hour are kept, because another user's match could still be stored.
  const fullname = { contains: watch.id.replaceAll("-", "") };
  const storedAt = { lt: new Date(Date.now() - 3_600_000) };
  expect(await prisma().item.count({ where: { fullname, storedAt } })).toBe(0);
});
