import { dropResponses, finishResponses } from "../support/after-responses";
import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as register from "@/app/api/auth/register/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import * as verify from "@/app/api/auth/verify-email/[token]/route";
import * as preferences from "@/app/api/users/notifications/route";
import * as profile from "@/app/api/users/profile/route";
import type { UserView } from "@/contract/user";
import { env } from "@/env";
import { prisma } from "@/server/platform/database";
import { emailToken } from "@/server/platform/tokens";
import { call } from "../support/request";
import "../support/parallel-connections";

beforeEach(() => {
  dropResponses();
  env().EMAIL_VERIFICATION = "on";
});

const maya = {
  email: " Maya@Earshot.Example ",
  password: "Listen-2026",
  firstName: " Maya ",
  lastName: "Okafor",
  timeZone: "America/Toronto",
};
const signUp = (body: object) =>
  call<{ user: UserView; code: string }>(register.POST, "POST", "/api/auth/register", { body });
const signIn = (email: string, password = factoryPassword) =>
  call<Record<string, string>>(login.POST, "POST", "/api/auth/login", { body: { email, password } });
const follow = (token: string, accept = "application/json") =>
  call(verify.GET, "GET", `/api/auth/verify-email/${token}`, { params: { token }, headers: { accept } });
const requestAgain = (email: string) =>
  call(resend.POST, "POST", "/api/auth/resend-verification", { body: { email } });

test("registers, verifies and signs in", async () => {
  const created = await signUp({ ...maya, passwordHash: "x", emailVerifiedAt: "2026-01-01" });
  expect(created.status).toBe(201);
  expect(created.headers.get("set-cookie")).toBeNull();
  expect(created.body).toEqual({
    requiresVerification: true,
    user: {
      _id: expect.any(String),
      firstName: "Maya",
      lastName: "Okafor",
      email: "maya@earshot.example",
      isEmailVerified: false,
      timeZone: "America/Toronto",
      emailStatus: "ok",
      subscription: { plan: "free", status: "active" },
      notificationPreferences: {
        emailNotifications: true,
        emailFrequency: "realtime",
        groupStories: true,
        quietHours: null,
        digestHour: 8,
        digestDays: [1, 2, 3, 4, 5, 6, 7],
        mutedUntil: null,
        limitBursts: true,
        weeklyReport: false,
      },
      settings: { theme: "system" },
    },
  });
  const early = await signIn("maya@earshot.example");
  expect([early.status, early.body.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);

  const { id } = await prisma().emailToken.findFirstOrThrow({ where: { userId: created.body.user._id } });
  const mail = await prisma().delivery.findFirstOrThrow({ where: { userId: created.body.user._id } });
  expect(mail).toMatchObject({ kind: "account", dedupeKey: id, template: "verify", status: "pending" });

  expect((await follow(emailToken(id))).body).toEqual({ message: "Email verified successfully" });
  expect((await follow(emailToken(id))).status).toBe(200);
  const entered = await signIn("MAYA@earshot.example ");
  expect(entered.status).toBe(200);
  expect(entered.headers.getSetCookie()[0]).toMatch(
    /^next-auth\.session-token-3000=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  const me = await call<{ user: UserView }>(profile.GET, "GET", "/api/users/profile", {
    bearer: `Bearer ${entered.body.token}`,
  });
  expect(me.body.user).toMatchObject({ email: "maya@earshot.example", isEmailVerified: true });
});

test("redirects a browser to the result page", async () => {
  const { body } = await signUp({ ...maya, email: "led@earshot.example" });
  const { id } = await prisma().emailToken.findFirstOrThrow({ where: { userId: body.user._id } });
  const led = await follow(emailToken(id), "text/html,*/*");
  expect(led.status).toBe(303);
  expect(led.headers.get("location")).toBe(
    "/verify-success?email=led%40earshot.example&message=Email+verified+successfully",
  );
  expect((await follow("nonsense", "text/html")).headers.get("location")).not.toContain("email=");
});

test.each(["nonsense", "a".repeat(43)])("rejects the token %s", async (token) => {
  const response = await follow(token);
  expect([response.status, response.body.code]).toEqual([400, "INVALID_TOKEN"]);
});

test("a verification link expires after 24 hours", async () => {
  const { body } = await signUp({ ...maya, email: "late@earshot.example" });
  const token = await prisma().emailToken.findFirstOrThrow({ where: { userId: body.user._id } });
  expect(token.expiresAt.getTime() - token.createdAt.getTime()).toBe(24 * 3600 * 1000);
  await prisma().emailToken.update({
    where: { id: token.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  expect((await follow(emailToken(token.id))).status).toBe(400);
});

test("100 concurrent registrations of one address create one account and one email", async () => {
  const body = { ...maya, email: "race@earshot.example" };
  const responses = await Promise.all(Array.from({ length: 100 }, () => signUp(body)));
  expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
  expect(responses.filter((response) => response.body.code === "EMAIL_TAKEN")).toHaveLength(99);
  const users = await prisma().user.findMany({ where: { email: body.email } });
  expect(users).toHaveLength(1);
  expect(await prisma().delivery.count({ where: { userId: users[0]!.id } })).toBe(1);
});

test("registration signs in immediately if verification is off", async () => {
  env().EMAIL_VERIFICATION = "off";
  const { status, body, headers } = await signUp({ ...maya, email: "off@earshot.example" });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    requiresVerification: false,
    token: expect.any(String),
    refreshToken: expect.any(String),
    user: { isEmailVerified: true },
  });
  expect(headers.get("set-cookie")).toContain("next-auth.session-token-3000=");
  expect(await prisma().delivery.count({ where: { userId: body.user._id } })).toBe(0);
});

test.each([
  ["a quoted attacker", { email: '"e@attacker.example"@victim.example' }, "email"],
  ["two addresses", { email: "a@b.example,c@d.example" }, "email"],
  ["a header", { email: "a@b.example\r\nBcc: c@d.example" }, "email"],
  ["255 characters", { email: `${"a".repeat(245)}@b.example` }, "email"],
  ["seven characters", { password: "Listen2" }, "password"],
  ["no digit", { password: "Listening" }, "password"],
  ["129 characters", { password: `Aa1${"x".repeat(126)}` }, "password"],
  ["a blank name", { firstName: "  " }, "firstName"],
  ["51 characters", { lastName: "x".repeat(51) }, "lastName"],
  ["a line break in a name", { firstName: "Maya\r\nBcc: c@d.example" }, "firstName"],
  ["a control character in a name", { lastName: "Oka\u0007for" }, "lastName"],
  ["a mark that turns text around in a name", { lastName: "Oka\u202efor" }, "lastName"],
])("rejects registration with %s", async (_name, wrong, field) => {
  const response = await call<{ errors: object }>(register.POST, "POST", "/", {
    body: { ...maya, ...wrong },
  });
  expect(response.status).toBe(400);
  expect(Object.keys(response.body.errors)).toEqual([field]);
});

test("trims line breaks at the start and end of names", async () => {
  const named = { ...maya, firstName: "\r\nMaya\t", lastName: "O'Kafor-Ōtsuka \u2028" };
  const { status, body } = await signUp({ ...named, email: "edges@earshot.example" });
  expect([status, body.user.firstName, body.user.lastName]).toEqual([201, "Maya", "O'Kafor-Ōtsuka"]);
});

test("stores an unknown time zone as UTC", async () => {
  const { body } = await signUp({ ...maya, email: "mars@earshot.example", timeZone: "Mars/Olympus" });
  expect(body.user.timeZone).toBe("UTC");
  const long = await signUp({ ...maya, email: "long@earshot.example", timeZone: "A".repeat(500) });
  expect(long.body.user.timeZone).toBe("UTC");
});

test("responds the same to an unknown address and a wrong password", async () => {
  const { email } = await createUser();
  const wrong = await signIn(email, "Listen-2027");
  const unknown = await signIn("nobody@earshot.example", "Listen-2027");
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ code: "INVALID_CREDENTIALS", message: "Invalid email or password" });
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test("resend responds the same for all addresses and sends up to three emails per hour", async () => {
  const unverified = await createUser({ emailVerifiedAt: null });
  const verified = await createUser();
  const said = { message: "Verification email sent successfully!" };
  for (const email of [
    "nobody@earshot.example",
    verified.email,
    ...Array<string>(5).fill(unverified.email),
  ]) {
    expect((await requestAgain(email)).body).toEqual(said);
  }
  await finishResponses();
  expect(await prisma().emailToken.count({ where: { userId: unverified.id } })).toBe(3);
  expect(await prisma().delivery.count({ where: { userId: unverified.id, kind: "account" } })).toBe(3);
  expect(await prisma().delivery.count({ where: { userId: verified.id } })).toBe(0);
});

test("turning email back on clears a bounce; changing the frequency doesn't", async () => {
  const user = await createUser({ emailStatus: "bounced" });
  const { bearer } = await createSession(user);
  const put = async (body: object) =>
    (await call<{ user: UserView }>(preferences.PUT, "PUT", "/api/users/notifications", { bearer, body }))
      .body.user;
  expect(await put({ emailNotifications: true, emailFrequency: "daily" })).toMatchObject({
    emailStatus: "bounced",
    notificationPreferences: { emailNotifications: true, emailFrequency: "daily" },
  });
  await put({ emailNotifications: false });
  expect(await put({ emailNotifications: true })).toMatchObject({ emailStatus: "ok" });
});
