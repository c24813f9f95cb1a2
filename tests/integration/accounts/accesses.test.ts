import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, factoryPassword } from "../../../prisma/factories";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as reset from "@/app/api/auth/reset-password/route";
import * as email from "@/app/api/users/email/route";
import * as feed from "@/app/api/users/feed/route";
import * as password from "@/app/api/users/password/route";
import * as profile from "@/app/api/users/profile/route";
import { TokenKind } from "@/generated/prisma/enums";
import {
  type Access,
  type AccessName,
  accesses,
  belongings,
  endAccesses,
  type Occasion,
} from "@/server/accounts/accesses";
import { pool, prisma } from "@/server/platform/database";
import { inTransaction } from "@/server/platform/work";
import { lockUser } from "@/server/accounts/statements/accounts";
import { type AccountResponse, follow, mailedTokens } from "../../support/accounts";
import { call } from "../../support/request";
import { fillAccount, tablesWithUsers } from "../../support/full-account";
import { addDevice, createAllAccess, knownBy, type Probe } from "../../support/concurrent-accesses";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { waitForBlockedQuery } from "../../support/blocked-query";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(dropResponses);

const fresh = "Heard-it-2027";
const entries = Object.entries<Access>(accesses) as [AccessName, Access][];
const storedIn = entries.flatMap(([, access]) => access.storedIn ?? []);

/** Returns tables and columns with user data that are missing from the inventory. */
async function unnamed(): Promise<string[]> {
  const named = new Set<string>(["User", ...storedIn.map(({ table }) => table), ...belongings]);
  const { rows } = await pool().query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'User' AND column_name ~* 'hash|secret|token|key'`,
  );
  const columns = new Set(storedIn.flatMap(({ column }) => column ?? []));
  return [
    ...(await tablesWithUsers()).filter((table) => !named.has(table)),
    ...rows.map(({ name }) => name).filter((name) => !columns.has(name)),
  ];
}

test("the inventory lists all tables with user rows, account secrets and email token kinds", async () => {
  expect(await unnamed()).toEqual([]);
  const kinds = storedIn.flatMap(({ kind }) => kind ?? []);
  expect(kinds.toSorted()).toEqual(Object.values(TokenKind).toSorted());
  await pool().query(
    `CREATE TABLE "Planted" ("userId" uuid); ALTER TABLE "User" ADD COLUMN "plantedHash" text`,
  );
  const found = await unnamed();
  await pool().query(`DROP TABLE "Planted"; ALTER TABLE "User" DROP COLUMN "plantedHash"`);
  expect(found).toEqual(["Planted", "plantedHash"]);
});

const endedBy = (occasion: Occasion) =>
  entries.filter(([, { effects }]) => effects[occasion] !== "stays").map(([name]) => name);

test("the inventory matches the documented effects of password and address changes", () => {
  const reading = ["sessions", "knownBrowsers", "feed", "apiKeys", "pushBrowsers"];
  const chats = ["receivers", "chatLinks"];
  expect(endedBy("reset")).toEqual([...reading, ...chats, "resetLinks", "addressLinks", "declineLinks"]);
  expect(endedBy("passwordChange")).toEqual([...reading, "chatLinks", "resetLinks", "addressLinks"]);
  const mailed = ["verifyLinks", "resetLinks", "addressLinks", "declineLinks"];
  expect(endedBy("addressChange")).toEqual(["knownBrowsers", ...mailed]);
  const atHand = entries.filter(([, { effects }]) => effects.passwordChange === "elsewhere");
  expect(atHand.map(([name]) => name)).toEqual(["sessions", "knownBrowsers", "pushBrowsers"]);
});

interface Stage {
  user: { id: string; email: string };
  bearer: string;
}

/** Brings about each occasion through the API. Returns the headers of the last response. */
const occasions: Record<Occasion, (stage: Stage) => Promise<Headers>> = {
  reset: async ({ user }) => {
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await finishResponses();
    const { text } = (await mailedTokens(user.id, "reset")).at(-1)!;
    const body = { token: text, password: fresh };
    const response = await call<AccountResponse>(reset.POST, "POST", "/api/auth/reset-password", { body });
    expect(response.status).toBe(200);
    return response.headers;
  },
  passwordChange: async ({ bearer }) => {
    const body = { currentPassword: factoryPassword, password: fresh };
    const response = await call<AccountResponse>(password.PUT, "PUT", "/api/users/password", {
      bearer,
      body,
    });
    expect(response.status).toBe(200);
    expect(response.body.message).toContain("Your feed URL has been disabled");
    return response.headers;
  },
  addressChange: async ({ user, bearer }) => {
    const body = { currentPassword: factoryPassword, email: `moved-${user.id}@earshot.example` };
    expect((await call(email.PUT, "PUT", "/api/users/email", { bearer, body })).status).toBe(200);
    const { text } = (await mailedTokens(user.id, "email")).at(-1)!;
    const response = await follow(text);
    expect(response.status).toBe(200);
    return response.headers;
  },
};

async function alive(probes: Partial<Record<string, Probe>>): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const [name, probe] of Object.entries(probes)) if (probe) found[name] = await probe();
  return found;
}

/** An unverified account, so it can be declined, with a session as if verification had been off before. */
async function twoDevices() {
  const user = await createUser({ emailVerifiedAt: new Date() });
  const here = await addDevice(user);
  const there = await createAllAccess(user);
  await prisma().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } });
  expect(Object.values(await alive(there.probes))).not.toContain(false);
  return { user, here, there };
}

test.each(Object.keys(occasions) as Occasion[])(
  "%s ends the accesses listed in the inventory",
  async (occasion) => {
    const { user, here, there } = await twoDevices();
    const headers = await occasions[occasion]({ user, bearer: here.bearer });
    const wanted = entries.map(([name, { effects }]) => [name, effects[occasion] === "stays"]);
    expect(await alive(there.probes)).toEqual(Object.fromEntries(wanted));

    const { sessions, pushBrowsers } = here;
    const isKnown = headers.getSetCookie().length > 0 && (await knownBy(headers)(user.id));
    const atHand = { ...(await alive({ sessions, pushBrowsers })), knownBrowsers: isKnown };
    for (const [name, is] of Object.entries(atHand) as [keyof typeof atHand, boolean][])
      expect([name, is]).toEqual([name, accesses[name].effects[occasion] !== "ends"]);
  },
);

test("deleting an account ends every access and leaves no rows in the inventory's tables", async () => {
  const { user, here, there } = await twoDevices();
  await fillAccount(user.id, "inventory");
  const tables = new Set([...storedIn.map(({ table }) => table), ...belongings]);
  tables.delete("User");
  const getRows = async (table: string) =>
    (await pool().query(`SELECT FROM "${table}" WHERE "userId" = $1`, [user.id])).rowCount;
  for (const table of tables)
    if (table !== "ClosedAccount" && table !== "OutboxEntry")
      expect([table, await getRows(table)]).not.toEqual([table, 0]);

  const body = { password: factoryPassword };
  const gone = await call(profile.DELETE, "DELETE", "/api/users/profile", { bearer: here.bearer, body });
  expect(gone.status).toBe(204);
  await finishResponses();
  const { sessions, pushBrowsers, knownBrowsers } = here;
  for (const probes of [there.probes, { sessions, pushBrowsers, knownBrowsers }])
    expect(Object.values(await alive(probes))).not.toContain(true);
  for (const table of tables) expect([table, await getRows(table)]).toEqual([table, 0]);
});

/** Requests that create something with a longer lifetime than the request. */
const makers: Record<string, (bearer: string) => Promise<{ status: number }>> = {
  "a feed": (bearer) => call(feed.POST, "POST", "/api/users/feed", { bearer }),
  "a link that moves the account": (bearer) => {
    const body = { currentPassword: factoryPassword, email: `thief-${Date.now()}@earshot.example` };
    return call(email.PUT, "PUT", "/api/users/email", { bearer, body });
  },
};

test.each(Object.keys(makers))("%s that is being created does not survive a password reset", async (name) => {
  const user = await createUser();
  const { bearer } = await addDevice(user);
  let making: ReturnType<(typeof makers)[string]> | undefined;
  await otherTransaction(async (tx) => {
    await lockUser(tx, user.id);
    await inTransaction(tx, () => endAccesses("reset", { userId: user.id, sessionId: null }, new Date()));
    making = makers[name]!(bearer);
    await waitForBlockedQuery();
  });
  expect((await making!).status).toBe(401);
  expect(await prisma().user.findUnique({ where: { id: user.id } })).toMatchObject({ feedSecretHash: null });
  expect(await prisma().emailToken.count({ where: { userId: user.id, kind: "email" } })).toBe(0);
});
