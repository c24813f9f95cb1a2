import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as register from "@/app/api/auth/register/route";
import * as changeEmail from "@/app/api/users/email/route";
import { env } from "@/env";
import { invite } from "@/server/accounts/invitations";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { type AccountResponse, follow, mailedTokens, signIn, whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => {
  dropResponses();
  provider.mails.length = 0;
  env().EMAIL_VERIFICATION = "on";
});
afterAll(() => provider.close());

/** Returns a new address on an international domain, in three spellings. */
function address() {
  const local = `r&d.${newId()}`;
  const [typed, shown, stored] = ["Bücher.Example", "bücher.example", "xn--bcher-kva.example"].map(
    (domain) => `${local}@${domain}`,
  );
  return { typed: typed!, shown: shown!, stored: stored! };
}

const signUp = (email: string) =>
  call<AccountResponse>(register.POST, "POST", "/api/auth/register", {
    body: { email, password: factoryPassword, firstName: "Maya", lastName: "Okafor" },
  });
const getBody = (response: { status: number; body: unknown }) => [response.status, response.body];

test("treats two spellings of a domain as one account and emails the ASCII form", async () => {
  const { typed, shown, stored } = address();
  const created = await signUp(` ${typed} `);
  expect(created.status).toBe(201);
  expect(created.body.user).toMatchObject({ email: shown });
  await finishResponses();
  expect(provider.mails.map(({ to }) => to)).toEqual([stored]);
  const [link] = await mailedTokens(created.body.user!._id, "verify");
  expect(
    new URL(/https?:\/\/\S*verify-email\S*/.exec(provider.mails[0]!.text)![0]).searchParams.get("email"),
  ).toBe(shown);
  await follow(link!.text);
  for (const spelling of [typed, shown, stored, stored.toUpperCase()])
    expect((await signIn(spelling)).status).toBe(200);
  expect(getBody(await signUp(stored))).toEqual(getBody(await signUp(shown)));
  expect(await prisma().user.count({ where: { email: stored } })).toBe(1);
});

test("finds a forgotten password's account by either spelling", async () => {
  const { shown, stored } = address();
  const user = await createUser({ email: stored });
  await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: shown } });
  await finishResponses();
  expect(await mailedTokens(user.id, "reset")).toHaveLength(1);
});

test("rejects changing an address to another spelling of itself", async () => {
  const { shown, stored } = address();
  const { bearer } = await createSession(await createUser({ email: stored }));
  const request = (email: string) =>
    call<AccountResponse>(changeEmail.PUT, "PUT", "/api/users/email", {
      ...{ bearer, body: { currentPassword: factoryPassword, email } },
    });
  expect((await request(shown)).body.message).toBe("This is already your email address");
  const other = address();
  expect((await request(other.typed)).body.message).toContain(other.shown);
  expect((await whoAmI(bearer)).body.user).toMatchObject({ email: shown, pendingEmail: other.shown });
});

test("invites international addresses and rejects malformed ones", async () => {
  const { typed, stored } = address();
  expect(await invite(typed, new Date())).toMatchObject({ email: stored });
  for (const malformed of ["x@example-.com", `${"a".repeat(65)}@example.com`, "jörg@example.com"])
    await expect(invite(malformed, new Date())).rejects.toThrow("Please enter a valid email");
});

test.each([
  "x@example-.com",
  `${"a".repeat(65)}@example.com`,
  "jörg@example.com",
  "x@exa_mple.com",
  "x@y..example",
])("rejects registration with %s", async (email) => {
  const { status, body } = await signUp(email);
  expect([status, body]).toMatchObject([400, { errors: { email: ["Please enter a valid email"] } }]);
});
