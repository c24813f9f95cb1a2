import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dropResponses, finishResponses } from "../../support/after-responses";
import { createUser } from "../../../prisma/factories";
import LandingPage from "@/app/(public)/page";
import RegisterPage from "@/app/(auth)/register/page";
import ResetPasswordPage from "@/app/(auth)/reset-password/page";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as register from "@/app/api/auth/register/route";
import * as reset from "@/app/api/auth/reset-password/route";
import { env } from "@/env";
import { invite } from "@/server/accounts/invitations";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { type AccountResponse, mailedTokens, signIn } from "../../support/accounts";
import { call } from "../../support/request";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

// `readSites` needs a request, which these tests don't have.
vi.mock("@/app/sites", () => ({ readSites: async () => ["Hacker News"] }));

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => {
  dropResponses();
  provider.mails.length = 0;
  env().REGISTRATION = "open";
});
afterAll(() => provider.close());

const fresh = "Heard-it-2027";
const named = { firstName: "Maya", lastName: "Okafor", timeZone: "America/Toronto" };
const address = () => `${newId()}@earshot.example`;
const getToken = (url: string) => new URL(url).searchParams.get("token")!;
const choose = (url: string, more: object = {}) =>
  call<AccountResponse>(reset.POST, "POST", "/api/auth/reset-password", {
    body: { token: getToken(url), password: fresh, ...more },
  });
const shown = async (page: Promise<React.ReactNode>) => renderToStaticMarkup(await page);
const resetPage = (token: string) => shown(ResetPasswordPage({ searchParams: Promise.resolve({ token }) }));

describe("closed registration", () => {
  const signUp = (email: string) =>
    call<AccountResponse>(register.POST, "POST", "/api/auth/register", {
      body: { email, password: fresh, firstName: "Maya", lastName: "Okafor" },
    });

  test("rejects every address alike before any lookup", async () => {
    env().REGISTRATION = "closed";
    const { email } = await createUser();
    const before = await prisma().user.count();
    for (const one of [email, address()]) {
      const response = await signUp(one);
      expect([response.status, response.body]).toEqual([
        403,
        {
          code: "REGISTRATION_CLOSED",
          message: "Registration is closed. This server is invite-only.",
        },
      ]);
    }
    await finishResponses();
    expect(await prisma().user.count()).toBe(before);
    expect(provider.mails).toEqual([]);
    env().REGISTRATION = "open";
    expect((await signUp(address())).status).toBe(201);
    await finishResponses();
  });

  test("is shown on the landing page and replaces the registration form", async () => {
    const said = "This server is invite-only";
    expect(await shown(LandingPage())).not.toContain(said);
    const register = () => RegisterPage({ searchParams: Promise.resolve({}) });
    expect(await shown(register())).toContain("Confirm password");
    env().REGISTRATION = "closed";
    const closed = await shown(register());
    expect(await shown(LandingPage())).toContain(said);
    expect(closed).toContain("Registration is closed");
    expect(closed).toContain("mailto:support@earshot.example");
    expect(closed).not.toContain("<form");
  });
});

describe("invitations", () => {
  test("links to a form for names and password, then sign-in works", async () => {
    env().REGISTRATION = "closed";
    const to = address();
    const { url, email, isMailed } = await invite(` ${to.toUpperCase()} `, new Date());
    expect([email, isMailed]).toEqual([to, true]);
    expect(provider.mails).toMatchObject([{ to, subject: "You've been invited to Earshot" }]);
    expect(provider.mails[0]!.text).toContain(`${url}\n`);
    expect(await resetPage(getToken(url))).toContain("First name");

    const early = await choose(url);
    expect([early.status, early.body.code, early.body.errors]).toEqual([
      400,
      "VALIDATION_ERROR",
      { firstName: ["First name is required"], lastName: ["Last name is required"] },
    ]);
    expect((await signIn(to, fresh)).status).toBe(401);
    const set = await choose(url, named);
    expect([set.status, set.body.message]).toEqual([200, "Your account is ready. Please sign in."]);
    await finishResponses();
    expect((await signIn(to, fresh)).body.user).toMatchObject({ ...named, email: to, isEmailVerified: true });
    // Choosing the first password sends no change notice.
    expect(provider.mails).toHaveLength(1);
    expect((await choose(url, named)).body.code).toBe("INVALID_TOKEN");
    expect(await resetPage(getToken(url))).not.toContain("First name");
  });

  test("expires after 7 days; then the link from forgot-password asks for the names", async () => {
    const to = address();
    const now = new Date();
    const { url } = await invite(to, now);
    const token = await prisma().emailToken.findFirstOrThrow({ where: { email: to } });
    expect(token.expiresAt.getTime() - now.getTime()).toBe(7 * 86_400_000);
    await pool().query(`UPDATE "EmailToken" SET "expiresAt" = now() WHERE "id" = $1`, [token.id]);
    expect((await choose(url, named)).body.code).toBe("INVALID_TOKEN");
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: to } });
    await finishResponses();
    const { text } = (await mailedTokens(token.userId, "reset")).at(-1)!;
    expect(await resetPage(text)).toContain("First name");
    expect((await choose(`http://x/?token=${text}`, named)).status).toBe(200);
    expect((await signIn(to, fresh)).status).toBe(200);
  });

  test("replaces the previous unused link, up to three per hour", async () => {
    const to = address();
    const links = [];
    for (let n = 0; n < 3; n++) links.push((await invite(to, new Date())).url);
    await expect(invite(to, new Date())).rejects.toMatchObject({ code: "NOTIFICATION_RATE_LIMIT_EXCEEDED" });
    expect((await choose(links[1]!, named)).body.code).toBe("INVALID_TOKEN");
    expect((await choose(links[2]!, named)).status).toBe(200);
    await expect(invite(to, new Date())).rejects.toMatchObject({ code: "EMAIL_TAKEN" });
    expect(await prisma().user.count({ where: { email: to } })).toBe(1);
  });

  test("stays in the outbox if it cannot be sent immediately, and the link works", async () => {
    provider.failures.push({ status: 500, name: "internal_server_error" });
    const { url, isMailed } = await invite(address(), new Date());
    expect(isMailed).toBe(false);
    expect((await choose(url, named)).status).toBe(200);
  });

  test("ignores names sent with a normal password reset", async () => {
    const user = await createUser();
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await finishResponses();
    const { text } = (await mailedTokens(user.id, "reset"))[0]!;
    expect(await resetPage(text)).not.toContain("First name");
    const response = await choose(`http://x/?token=${text}`, { ...named, firstName: "Mallory" });
    expect(response.body.message).toBe("Your password has been changed. Please sign in.");
    const { firstName } = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(firstName).toBe(user.firstName);
    await finishResponses();
  });
});

describe("npm run invite", () => {
  const args = ["node_modules/tsx/dist/cli.mjs", "scripts/invite.ts"];
  const settings = () => ({ ...process.env, RESEND_BASE_URL: provider.url });
  const run = (words: string[], env: NodeJS.ProcessEnv = settings()) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...words], {
      env,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  test("prints the link", async () => {
    const to = address();
    // Asynchronously, because this test's process runs the email provider.
    const { stdout } = await promisify(execFile)(process.execPath, [...args, to], { env: settings() });
    expect(stdout).toMatch(
      /^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}\nWe emailed it to \S+\. It expires in 7 days\.\n$/,
    );
    expect(provider.mails.map((mail) => mail.to)).toEqual([to]);
  });

  test("prints a one-line error", { timeout: 120_000 }, async () => {
    const { email } = await createUser();
    expect(run([email])).toEqual({
      status: 1,
      stdout: "",
      stderr: "An account with this email already exists\n",
    });
    expect(run(["maya"])).toEqual({ status: 1, stdout: "", stderr: "Please enter a valid email\n" });
    expect(run([])).toMatchObject({ status: 1, stdout: expect.stringContaining("npm run invite ADDRESS") });
    const unset = run(["maya@earshot.example"], { PATH: process.env.PATH, NODE_ENV: "test" });
    expect(unset).toMatchObject({ status: 1, stdout: "" });
    expect(unset.stderr).toMatch(/^Can't start because of invalid settings:\n {2}DATABASE_URL: is not set\n/);
    expect(unset.stderr).not.toContain("    at ");
    expect(unset.stderr).toMatch(/run this again while it is running\. It needs no settings\.\n$/);
  });
});
