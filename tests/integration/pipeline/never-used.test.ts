import { beforeEach, expect, it } from "vitest";
import { createUser } from "../../../prisma/factories";
import * as logout from "@/app/api/auth/logout/route";
import * as register from "@/app/api/auth/register/route";
import { env } from "@/env";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { invite } from "@/server/accounts/invitations";
import { retain } from "@/server/operation/retention";
import { signIn } from "../../support/accounts";
import { call } from "../../support/request";
import { emptyOutbox } from "../../support/pending-email";

const now = new Date(Date.now() + 60 * 86_400_000);
const days = (count: number, ms = 0) => new Date(now.getTime() - count * 86_400_000 + ms);
const names = async () =>
  (await prisma().user.findMany({ orderBy: { firstName: "asc" } })).map(({ firstName }) => firstName);

beforeEach(async () => {
  await emptyOutbox();
  await pool().query(`DELETE FROM "User"`);
  env().EMAIL_VERIFICATION = "on";
});

/** Registers an account, backdated to 61 days before `now`. Returns its session token if there is one. */
async function registered(firstName: string): Promise<string | undefined> {
  const email = `${firstName}-${newId()}@earshot.example`;
  const body = { email, password: "Listen-2026", firstName, lastName: "Okafor" };
  const response = await call<{ token?: string }>(register.POST, "POST", "/api/auth/register", { body });
  expect(response.status).toBe(201);
  await prisma().user.update({ where: { email }, data: { createdAt: days(61) } });
  return response.body.token;
}

it("deletes accounts never verified or signed in to after exactly 7 days, with their emails", async () => {
  await createUser({ firstName: "edge", emailVerifiedAt: null, createdAt: days(7) });
  await createUser({ firstName: "over", emailVerifiedAt: null, createdAt: days(7, -1) });
  await createUser({ firstName: "verified", createdAt: days(90) });
  await registered("registered");
  const mails = () => Promise.all([prisma().emailToken.count(), prisma().delivery.count()]);
  expect(await mails()).toEqual([1, 1]);
  await retain(now, () => true);
  expect(await names()).toEqual(["edge", "verified"]);
  expect(await mails()).toEqual([0, 0]);
});

it("keeps invited accounts until their latest invitation expires", async () => {
  const email = `invited-${newId()}@earshot.example`;
  const remaining = () => prisma().user.count({ where: { email } });
  await invite(email, days(8));
  await prisma().user.update({ where: { email }, data: { createdAt: days(8) } });
  await invite(email, days(2));
  await retain(now, () => true);
  expect(await remaining()).toBe(1);
  await retain(days(-5, -1), () => true);
  expect(await remaining()).toBe(1);
  await retain(days(-5), () => true);
  expect(await remaining()).toBe(0);
});

it("deletes accounts that weren't invited despite an open password reset link", async () => {
  const { id, email } = await createUser({ firstName: "asked", emailVerifiedAt: null, createdAt: days(8) });
  const expiresAt = days(0, 1);
  await prisma().emailToken.create({
    data: { id: newId(), userId: id, kind: "reset", tokenHash: newId(), email, expiresAt },
  });
  await retain(now, () => true);
  expect(await names()).toEqual([]);
});

it("keeps accounts that were ever signed in to, even after their sessions are deleted", async () => {
  const { email } = await createUser({ firstName: "used", emailVerifiedAt: null, createdAt: days(61) });
  // With verification off, users can sign in without a verified address.
  env().EMAIL_VERIFICATION = "off";
  const { body } = await signIn(email);
  await call(logout.POST, "POST", "/api/auth/logout", { bearer: `Bearer ${body.token}` });
  env().EMAIL_VERIFICATION = "on";
  await retain(now, () => true);
  expect(await prisma().session.count()).toBe(0);
  await retain(now, () => true);
  expect(await names()).toEqual(["used"]);
});

it("keeps all accounts while verification is off, and later those created during that time", async () => {
  await createUser({ firstName: "before", emailVerifiedAt: null, createdAt: days(90) });
  env().EMAIL_VERIFICATION = "off";
  expect(await registered("during")).toBeDefined();
  await retain(now, () => true);
  expect(await names()).toEqual(["before", "during"]);
  env().EMAIL_VERIFICATION = "on";
  await retain(now, () => true);
  expect(await names()).toEqual(["during"]);
});

it("deletes many accounts in chunks and starts no chunk after the deadline", async () => {
  await pool().query(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "createdAt")
     SELECT gen_random_uuid(), 'many', 'x', 'many-' || n || '@earshot.example', 'x', $1 FROM generate_series(1, 1201) n`,
    [days(8)],
  );
  await retain(now, () => false);
  expect(await prisma().user.count()).toBe(1201);
  let looks = 0;
  // Post text is checked first, which leaves time for one chunk of accounts.
  await retain(now, () => (looks += 1) <= 3);
  expect(await prisma().user.count()).toBe(701);
  await retain(now, () => true);
  expect(await prisma().user.count()).toBe(0);
});
