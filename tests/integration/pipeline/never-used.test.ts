import { beforeEach, expect, it } from "vitest";
import "../../support/after-responses";
import { createUser } from "../../../prisma/factories";
import * as logout from "@/app/api/auth/logout/route";
import * as register from "@/app/api/auth/register/route";
import { env } from "@/env";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { retain } from "@/server/operation/retention";
import { signIn } from "../../support/accounts";
import { call } from "../../support/call";
import { emptyOutbox } from "../../support/mail-debts";

const now = new Date(Date.now() + 60 * 86_400_000);
const days = (count: number, ms = 0) => new Date(now.getTime() - count * 86_400_000 + ms);
const names = async () =>
  (await prisma().user.findMany({ orderBy: { firstName: "asc" } })).map(({ firstName }) => firstName);

beforeEach(async () => {
  await emptyOutbox();
  await pool().query(`DELETE FROM "User"`);
  env().EMAIL_VERIFICATION = "on";
});

/** As somebody registers, 61 days before the moment of these tests, and answers the account's bearer if it has one. */
async function registered(firstName: string): Promise<string | undefined> {
  const email = `${firstName}-${newId()}@earshot.example`;
  const body = { email, password: "Listen-2026", firstName, lastName: "Okafor" };
  const answer = await call<{ token?: string }>(register.POST, "POST", "/api/auth/register", { body });
  expect(answer.status).toBe(201);
  await prisma().user.update({ where: { email }, data: { createdAt: days(61) } });
  return answer.body.token;
}

it("an account that nobody verified or signed in to goes after 7 days to the millisecond, with its mails", async () => {
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

it("one that was ever signed in to stays, long after its sessions are forgotten", async () => {
  const { email } = await createUser({ firstName: "used", emailVerifiedAt: null, createdAt: days(61) });
  // As long as verification was off one could sign in without.
  env().EMAIL_VERIFICATION = "off";
  const { body } = await signIn(email);
  await call(logout.POST, "POST", "/api/auth/logout", { bearer: `Bearer ${body.token}` });
  env().EMAIL_VERIFICATION = "on";
  await retain(now, () => true);
  expect(await prisma().session.count()).toBe(0);
  await retain(now, () => true);
  expect(await names()).toEqual(["used"]);
});

it("where verification is off all stay, and those of then stay when it is on again", async () => {
  await createUser({ firstName: "before", emailVerifiedAt: null, createdAt: days(90) });
  env().EMAIL_VERIFICATION = "off";
  expect(await registered("during")).toBeDefined();
  await retain(now, () => true);
  expect(await names()).toEqual(["before", "during"]);
  env().EMAIL_VERIFICATION = "on";
  await retain(now, () => true);
  expect(await names()).toEqual(["during"]);
});

it("many go in pieces, and nothing is begun after the deadline", async () => {
  await pool().query(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "createdAt")
     SELECT gen_random_uuid(), 'many', 'x', 'many-' || n || '@earshot.example', 'x', $1 FROM generate_series(1, 1201) n`,
    [days(8)],
  );
  await retain(now, () => false);
  expect(await prisma().user.count()).toBe(1201);
  let looks = 0;
  // Texts of posts are looked at first; then time for one piece.
  await retain(now, () => (looks += 1) <= 3);
  expect(await prisma().user.count()).toBe(701);
  await retain(now, () => true);
  expect(await prisma().user.count()).toBe(0);
});
