import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as refresh from "@/app/api/auth/refresh/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import * as reset from "@/app/api/auth/reset-password/route";
import * as email from "@/app/api/users/email/route";
import * as password from "@/app/api/users/password/route";
import { passwordChanged } from "@/contract/account";
import { env } from "@/env";
import { prisma } from "@/server/platform/database";
import { hashPassword } from "@/server/accounts/passwords";
import { type AccountResponse, follow, mailedTokens, signIn, whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { getDeliveries } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { waitForBlockedQuery } from "../../support/blocked-query";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => {
  dropResponses();
  provider.mails.length = 0;
});
afterAll(() => provider.close());

const fresh = "Heard-it-2027";
const forget = (address: string) =>
  call<AccountResponse>(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: address } });
const choose = (token: string, chosen = fresh) =>
  call<AccountResponse>(reset.POST, "POST", "/api/auth/reset-password", {
    body: { token, password: chosen },
  });
const change = (bearer: string, body: object) =>
  call<AccountResponse>(password.PUT, "PUT", "/api/users/password", { bearer, body });

/** Returns a user with an emailed password reset link. */
async function forgetful(overrides: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(overrides);
  await forget(user.email);
  await finishResponses();
  const [link] = await mailedTokens(user.id, "reset");
  return { user, link: link!.text };
}

test("forgot-password always responds the same and sends up to three emails per hour", async () => {
  const [verified, unverified] = [await createUser(), await createUser({ emailVerifiedAt: null })];
  const addresses = ["nobody@earshot.example", unverified.email, ...Array<string>(5).fill(verified.email)];
  const responses = [];
  for (const address of addresses) responses.push(await forget(address));
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(responses[0]!.status).toBe(200);
  await finishResponses();
  expect(provider.mails.map((mail) => mail.to).sort()).toEqual(
    [unverified.email, ...Array<string>(3).fill(verified.email)].sort(),
  );

  // Verification and reset emails share one limit.
  for (let n = 0; n < 4; n++)
    await call(resend.POST, "POST", "/api/auth/resend-verification", { body: { email: unverified.email } });
  await finishResponses();
  expect(provider.mails.filter((mail) => mail.to === unverified.email)).toHaveLength(3);
});

test("a reset sets the password, verifies the address, ends every session and works only once", async () => {
  const { user, link } = await forgetful({ emailVerifiedAt: null });
  const devices = [await createSession(user), await createSession(user)];
  const mail = provider.mails.find(({ to }) => to === user.email)!;
  expect(mail.text).toContain(`http://localhost:3000/reset-password?token=${link}\n`);

  expect((await choose(link)).status).toBe(200);
  for (const { bearer, refreshToken } of devices) {
    expect((await whoAmI(bearer)).status).toBe(401);
    const renewed = await call(refresh.POST, "POST", "/api/auth/refresh", { body: { refreshToken } });
    expect(renewed.status).toBe(401);
  }
  expect((await signIn(user.email)).body.code).toBe("INVALID_CREDENTIALS");
  expect((await signIn(user.email, fresh)).body.user).toMatchObject({ isEmailVerified: true });
  const again = await choose(link, "Another-2028");
  expect([again.status, again.body.code]).toEqual([400, "INVALID_TOKEN"]);
  expect((await signIn(user.email, fresh)).status).toBe(200);
});

test("ten concurrent resets with one link succeed only once", async () => {
  const { link } = await forgetful();
  const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => choose(link, `Heard-it-203${n}`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
});

test("a reset link expires after an hour and works only for resets", async () => {
  const { user, link } = await forgetful();
  const [token] = await mailedTokens(user.id, "reset");
  expect(token!.expiresAt.getTime() - token!.createdAt.getTime()).toBe(3600 * 1000);
  expect((await follow(link)).body.code).toBe("INVALID_TOKEN");
  await prisma().emailToken.update({
    where: { id: token!.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  expect((await choose(link)).body.code).toBe("INVALID_TOKEN");

  const waiting = await createUser({ emailVerifiedAt: null });
  await call(resend.POST, "POST", "/api/auth/resend-verification", { body: { email: waiting.email } });
  await finishResponses();
  const [verification] = await mailedTokens(waiting.id, "verify");
  expect((await choose(verification!.text)).body.code).toBe("INVALID_TOKEN");
  for (const nonsense of ["", "nonsense", "a".repeat(43)]) expect((await choose(nonsense)).status).toBe(400);
});

test("a reset invalidates all other links, including pending address changes", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await forget(user.email);
  const body = { currentPassword: factoryPassword, email: `thief-${user.id}@earshot.example` };
  expect((await call(email.PUT, "PUT", "/api/users/email", { bearer, body })).status).toBe(200);
  await finishResponses();
  await forget(user.email);
  await finishResponses();
  const [first, second] = await mailedTokens(user.id, "reset");
  const [move] = await mailedTokens(user.id, "email");
  expect((await choose(second!.text)).status).toBe(200);
  expect((await choose(first!.text)).body.code).toBe("INVALID_TOKEN");
  expect((await follow(move!.text)).body.code).toBe("INVALID_TOKEN");
  expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    email: user.email,
  });
});

test("rejects a reset link sent to a previous address", async () => {
  const { user, link } = await forgetful();
  await prisma().user.update({ where: { id: user.id }, data: { email: `moved-${user.id}@earshot.example` } });
  expect((await choose(link)).body.code).toBe("INVALID_TOKEN");
});

test("sends no link to a bounced address, and one to an unsubscribed address", async () => {
  const bounced = await createUser({ emailStatus: "bounced" });
  const response = await forget(bounced.email);
  await finishResponses();
  expect(response.status).toBe(200);
  expect(await getDeliveries(bounced.id)).toMatchObject([{ status: "skipped", reason: "suppressed" }]);

  const { user, link } = await forgetful({ emailStatus: "unsubscribed", emailNotifications: false });
  await choose(link);
  expect((await signIn(user.email, fresh)).body.user).toMatchObject({
    emailStatus: "unsubscribed",
    notificationPreferences: { emailNotifications: false },
  });
});

test("changes the password, signs out other devices and notifies the owner", async () => {
  const user = await createUser();
  const [here, there] = [await createSession(user), await createSession(user)];
  const wrong = await change(here.bearer, { currentPassword: "Listen-2027", password: fresh });
  expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CREDENTIALS"]);
  expect((await whoAmI(there.bearer)).status).toBe(200);
  const weak = await change(here.bearer, { currentPassword: factoryPassword, password: "listen" });
  expect(weak.body.errors).toHaveProperty("password");

  expect((await change(here.bearer, { currentPassword: factoryPassword, password: fresh })).status).toBe(200);
  expect((await whoAmI(here.bearer)).status).toBe(200);
  expect((await whoAmI(there.bearer)).status).toBe(401);
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(user.email, fresh)).status).toBe(200);
  await finishResponses();
  const result = provider.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
  expect(result).toEqual(["Your password was changed"]);
});

test("a password change mentions an email change only if it canceled one", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const body = { currentPassword: factoryPassword, email: `next-${user.id}@earshot.example` };
  expect((await call(email.PUT, "PUT", "/api/users/email", { bearer, body })).status).toBe(200);
  const canceled = "Your pending email change has been canceled. Request it again if you still want it.";
  const first = await change(bearer, { currentPassword: factoryPassword, password: fresh });
  expect(first.body.message).toBe(`${passwordChanged} ${canceled}`);
  expect((await whoAmI(bearer)).body.user).toMatchObject({ pendingEmail: null });
  const second = await change(bearer, { currentPassword: fresh, password: "Another-2028" });
  expect(second.body.message).toBe(passwordChanged);
});

test("limits password guesses with a stolen token, even for the right password", async () => {
  const generous = env().RATE_LIMIT_LOGIN_FAILURES;
  env().RATE_LIMIT_LOGIN_FAILURES = { count: 3, windowSeconds: 900 };
  const { bearer } = await createSession(await createUser());
  const tries = [];
  for (const currentPassword of ["Guess-1111", "Guess-2222", "Guess-3333", factoryPassword])
    tries.push(await change(bearer, { currentPassword, password: fresh }));
  env().RATE_LIMIT_LOGIN_FAILURES = generous;
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  expect(tries[3]!.body).toMatchObject({ code: "AUTH_RATE_LIMIT_EXCEEDED", limit: 3 });
});

test("opens no session if the password changes during sign-in", async () => {
  const user = await createUser();
  const passwordHash = await hashPassword(fresh);
  let entering: ReturnType<typeof signIn> | undefined;
  await otherTransaction(async (tx) => {
    await tx.query(`UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1`, [user.id, passwordHash]);
    entering = signIn(user.email);
    await waitForBlockedQuery();
  });
  expect((await entering!).body.code).toBe("INVALID_CREDENTIALS");
  expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
});
