import { dropResponses, finishResponses } from "../../support/after-responses";
import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import * as resend from "@/app/api/auth/resend-verification/route";
import * as deliveries from "@/app/api/users/deliveries/route";
import * as email from "@/app/api/users/email/route";
import * as exported from "@/app/api/users/export/route";
import * as settings from "@/app/api/users/settings/route";
import { env } from "@/env";
import type { User } from "@/generated/prisma/client";
import { prisma } from "@/server/platform/database";
import { type AccountResponse, follow, mailedTokens, signIn, whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { openStatementLog } from "../../support/statement-log";
import "../../support/parallel-connections";

beforeEach(() => {
  dropResponses();
  env().EMAIL_VERIFICATION = "on";
});

let made = 0;
const newAddress = () => `new-${(made += 1)}@earshot.example`;
async function signedIn(overrides: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(overrides);
  const { bearer } = await createSession(user);
  const request = (address: string, currentPassword = factoryPassword) =>
    call<AccountResponse>(email.PUT, "PUT", "/api/users/email", {
      bearer,
      body: { currentPassword, email: address },
    });
  return { user, bearer, request };
}
const stored = (user: User) => prisma().user.findUniqueOrThrow({ where: { id: user.id } });
const lettersTo = (user: User) =>
  prisma().delivery.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });

test("switches to the new address only after its link was opened", async () => {
  const { user, bearer, request } = await signedIn({ emailStatus: "bounced" });
  const wanted = newAddress();
  const response = await request(` ${wanted.toUpperCase()} `);
  expect(response.status).toBe(200);
  expect(response.body.message).toContain(wanted);
  expect((await signIn(user.email)).status).toBe(200);
  expect((await signIn(wanted)).status).toBe(401);

  const [link] = await mailedTokens(user.id, "email");
  expect(link).toMatchObject({ email: wanted });
  expect((await follow(link!.text)).body).toEqual({ message: "Email verified successfully" });
  expect((await whoAmI(bearer)).body.user).toMatchObject({
    email: wanted,
    isEmailVerified: true,
    emailStatus: "ok",
  });
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(wanted)).status).toBe(200);
  expect((await follow(link!.text)).status).toBe(200);
});

test("notifies the old address unless it bounces", async () => {
  for (const emailStatus of ["ok", "bounced"] as const) {
    const { user, request } = await signedIn({ emailStatus });
    await request(newAddress());
    const [link] = await mailedTokens(user.id, "email");
    await follow(link!.text);
    expect((await mailedTokens(user.id, "notice")).map((notice) => notice.email)).toEqual(
      emailStatus === "ok" ? [user.email] : [],
    );
  }
});

test("rejects a wrong password and the current address", async () => {
  const { user, request } = await signedIn();
  const wrong = await request(newAddress(), "Listen-2027");
  expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CREDENTIALS"]);
  expect((await request(user.email)).body.errors).toHaveProperty("email");
  expect(await lettersTo(user)).toEqual([]);
});

/**
 * Returns everything an account can see of its address change, and the SQL statements that the request ran.
 */
async function seenBy(address: string, log: Awaited<ReturnType<typeof openStatementLog>>) {
  const { user, bearer, request } = await signedIn();
  let responses: Awaited<ReturnType<typeof request>>[] = [];
  const statements = await log.during(async () => {
    responses = [await request(address), await call(email.POST, "POST", "/api/users/email", { bearer })];
  });
  await finishResponses();
  const views = await Promise.all([
    whoAmI(bearer),
    call(deliveries.GET, "GET", "/api/users/deliveries", { bearer }),
    call(exported.GET, "GET", "/api/users/export", { bearer }),
  ]);
  const shown = [...responses, ...views].map(({ status, headers, body }) => [
    status,
    [...headers.keys()].sort(),
    JSON.stringify(body)
      .replaceAll(address, "ADDRESS")
      .replaceAll(user.email, "OWN")
      .replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "*"),
  ]);
  return {
    shown,
    statements: statements.map((text) => text.replace(/\s+/g, " ")),
    letters: await lettersTo(user),
  };
}

test("does not reveal whether an address has an account, and notifies its owner", async () => {
  const log = await openStatementLog();
  const owner = await createUser();
  const unverified = await createUser({ emailVerifiedAt: null });
  const free = await seenBy(newAddress(), log);
  expect(free.shown.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(free.statements.length).toBeGreaterThan(5);
  expect(free.letters.map(({ template }) => template)).toEqual(["email", "email"]);
  for (const { email: used } of [owner, unverified]) {
    const { letters, ...seen } = await seenBy(used, log);
    expect(seen).toEqual({ shown: free.shown, statements: free.statements });
    expect(letters.map(({ template }) => template)).toEqual(["address-taken", "address-taken"]);
  }
  expect(await stored(owner)).toMatchObject({ email: owner.email });
});

test("without verification, a taken address has no effect and gets the same response", async () => {
  env().EMAIL_VERIFICATION = "off";
  const owner = await createUser();
  const [free, used] = [await signedIn(), await signedIn()];
  const wanted = newAddress();
  const responses = [await free.request(wanted), await used.request(owner.email)];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses.map(({ body }) => body.message)).toEqual(
    [wanted, owner.email].map(
      (address) =>
        `If ${address} isn't used by another account, it's now your email address. Use it to sign in.`,
    ),
  );
  expect(await stored(free.user)).toMatchObject({ email: wanted });
  expect(await stored(used.user)).toMatchObject({ email: used.user.email });
});

test("an address taken in the meantime stays with its new owner", async () => {
  const { user, request } = await signedIn();
  const wanted = newAddress();
  await request(wanted);
  await createUser({ email: wanted });
  const [link] = await mailedTokens(user.id, "email");
  expect((await follow(link!.text)).body.code).toBe("INVALID_TOKEN");
  expect(await stored(user)).toMatchObject({ email: user.email });
});

test("two concurrent confirmations of one address succeed only once", async () => {
  const wanted = newAddress();
  const both = [await signedIn(), await signedIn()];
  for (const { request } of both) await request(wanted);
  const links = await Promise.all(both.map(({ user }) => mailedTokens(user.id, "email")));
  const responses = await Promise.all(links.map(([link]) => follow(link!.text)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a verification link only verifies the address it was sent to", async () => {
  const { user, request } = await signedIn({ emailVerifiedAt: null });
  await call(resend.POST, "POST", "/api/auth/resend-verification", { body: { email: user.email } });
  await finishResponses();
  const [old] = await mailedTokens(user.id, "verify");
  await request(newAddress());
  const [link] = await mailedTokens(user.id, "email");
  expect((await follow(link!.text)).status).toBe(200);
  expect((await follow(old!.text)).body.code).toBe("INVALID_TOKEN");

  const moved = newAddress();
  await prisma().user.update({ where: { id: user.id }, data: { email: moved, emailVerifiedAt: null } });
  for (const { text } of [old!, link!]) expect((await follow(text)).body.code).toBe("INVALID_TOKEN");
  expect(await stored(user)).toMatchObject({ email: moved, emailVerifiedAt: null });
});

test("the latest request replaces earlier ones", async () => {
  const { user, request } = await signedIn();
  const [first, second] = [newAddress(), newAddress()];
  await request(first);
  await request(second);
  const [early, late] = await mailedTokens(user.id, "email");
  expect((await follow(early!.text)).body.code).toBe("INVALID_TOKEN");
  expect((await follow(late!.text)).status).toBe(200);
  expect(await stored(user)).toMatchObject({ email: second });
});

test("shows the pending address until it is confirmed, canceled or expired", async () => {
  const { user, bearer, request } = await signedIn();
  const pending = async () => (await whoAmI(bearer)).body.user?.pendingEmail;
  expect(await pending()).toBeNull();
  const [first, second] = [newAddress(), newAddress()];
  await request(first);
  await request(second);
  expect(await pending()).toBe(second);
  const saved = await call<AccountResponse>(settings.PUT, "PUT", "/api/users/settings", {
    bearer,
    body: { theme: "dark" },
  });
  expect(saved.body.user).toMatchObject({ pendingEmail: second });
  expect((await signIn(user.email)).body.user).not.toHaveProperty("pendingEmail");

  expect((await call(email.DELETE, "DELETE", "/api/users/email", { bearer })).status).toBe(204);
  expect((await call(email.DELETE, "DELETE", "/api/users/email", { bearer })).status).toBe(204);
  expect(await pending()).toBeNull();
  for (const { text } of await mailedTokens(user.id, "email"))
    expect((await follow(text)).body.code).toBe("INVALID_TOKEN");
  expect(await stored(user)).toMatchObject({ email: user.email });

  const third = newAddress();
  await request(third);
  await follow((await mailedTokens(user.id, "email")).at(-1)!.text);
  expect((await whoAmI(bearer)).body.user).toMatchObject({ email: third, pendingEmail: null });

  const late = await signedIn();
  await late.request(newAddress());
  await prisma().emailToken.updateMany({ where: { userId: late.user.id }, data: { expiresAt: new Date() } });
  expect((await whoAmI(late.bearer)).body.user).toMatchObject({ pendingEmail: null });
});

test("resends the link to the pending address, up to three emails per hour", async () => {
  const { user, bearer, request } = await signedIn();
  const again = () => call<AccountResponse>(email.POST, "POST", "/api/users/email", { bearer });
  const nothing = await again();
  expect([nothing.status, nothing.body.message]).toEqual([404, "There's no pending email change."]);
  const wanted = newAddress();
  await request(wanted);
  for (let n = 0; n < 2; n++) expect((await again()).body.message).toContain(wanted);
  expect(await again()).toMatchObject({ status: 429, body: { limit: 3, remaining: 0 } });
  const links = await mailedTokens(user.id, "email");
  expect(links.map((link) => link.email)).toEqual([wanted, wanted, wanted]);
  expect(await lettersTo(user)).toHaveLength(3);
  expect((await follow(links[0]!.text)).status).toBe(200);
  expect(await stored(user)).toMatchObject({ email: wanted });
  expect((await follow(links[1]!.text)).status).toBe(200);

  const next = newAddress();
  await prisma().emailToken.updateMany({ where: { userId: user.id }, data: { createdAt: new Date(0) } });
  await request(next);
  expect((await follow((await mailedTokens(user.id, "email")).at(-1)!.text)).status).toBe(200);
  for (const { text } of links) expect((await follow(text)).body.code).toBe("INVALID_TOKEN");
  expect(await stored(user)).toMatchObject({ email: next });
});

test("rejects a fourth email within an hour with Retry-After", async () => {
  const { user, request } = await signedIn();
  for (let n = 0; n < 3; n++) expect((await request(newAddress())).status).toBe(200);
  const refused = await request(newAddress());
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ limit: 3, remaining: 0 });
  expect(refused.body.retryAfter).toBeGreaterThan(3500);
  expect(refused.body.retryAfter).toBeLessThanOrEqual(3600);
  // Earlier links still work.
  const links = await mailedTokens(user.id, "email");
  expect((await follow(links.at(-1)!.text)).status).toBe(200);
});

test("without verification, the new address takes effect immediately", async () => {
  env().EMAIL_VERIFICATION = "off";
  const { user, request } = await signedIn();
  const wanted = newAddress();
  expect((await request(wanted)).status).toBe(200);
  expect(await stored(user)).toMatchObject({ email: wanted });
  expect(await mailedTokens(user.id, "email")).toEqual([]);
});
