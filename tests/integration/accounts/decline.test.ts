import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../../prisma/factories";
import { GET, POST } from "@/app/api/auth/decline/[token]/route";
import * as register from "@/app/api/auth/register/route";
import * as reset from "@/app/api/auth/reset-password/route";
import * as unsubscribe from "@/app/api/unsubscribe/[token]/route";
import { env } from "@/env";
import { prisma } from "@/server/platform/database";
import { inTransaction } from "@/server/platform/work";
import { newId } from "@/server/platform/ids";
import { lockUser, verifyAddress } from "@/server/accounts/statements/accounts";
import { accountToken } from "@/server/platform/tokens";
import { type AccountResponse, follow, mailedTokens } from "../../support/accounts";
import { call } from "../../support/request";
import { documented } from "../../support/documented";
import { fillAccount } from "../../support/full-account";
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
  env().EMAIL_VERIFICATION = "on";
});
afterAll(() => provider.close());

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const signUp = (email: string, agent = firefox) =>
  call<AccountResponse>(register.POST, "POST", "/api/auth/register", {
    headers: { "user-agent": agent },
    body: {
      email,
      password: "Listen-2026",
      firstName: "Not",
      lastName: "Me",
      timeZone: "America/Toronto",
    },
  });
const visit = async (method: "GET" | "POST", token: string) => {
  const request = new Request(`http://localhost:3000/api/auth/decline/${token}`, { method });
  const response = await documented(method === "GET" ? GET : POST)(request, {
    params: Promise.resolve({ token }),
  });
  return { status: response.status, page: await response.text(), type: response.headers.get("content-type") };
};
const isThere = async (id: string) => (await prisma().user.count({ where: { id } })) === 1;

/** Registers an account with a foreign address. Returns the email and the token in its decline link. */
async function declined(email: string, agent?: string) {
  const id = (await signUp(email, agent)).body.user!._id;
  await finishResponses();
  const mail = provider.mails.findLast(({ to }) => to === email)!;
  const [, token] = /\/api\/auth\/decline\/([\w-]+)/.exec(mail.text)!;
  return { id, mail, token: token! };
}

test("the verification email shows time and browser, with a decline link in both parts", async () => {
  const { id, mail, token } = await declined("told@earshot.example");
  const { createdAt } = await prisma().user.findUniqueOrThrow({ where: { id } });
  const time = createdAt.toLocaleTimeString("en-GB", {
    timeZone: "America/Toronto",
    hour: "2-digit",
    minute: "2-digit",
  });
  const result = new RegExp(
    `registered on \\d\\d? \\w{3} at ${time} \\(America/Toronto\\) from Firefox on Windows`,
  );
  expect(mail.text).toMatch(result);
  expect(mail.html).toMatch(result);
  const url = `http://localhost:3000/api/auth/decline/${token}`;
  expect(mail.text).toContain(`This wasn't me: ${url}\n`);
  expect(mail.html).toContain(`href="${url}"`);
  // Browser names are untrusted, so only known names appear in the email.
  const odd = await declined("odd@earshot.example", 'x"><b>Bcc: you@earshot.example</b>');
  expect(odd.mail.html + odd.mail.text).not.toContain("Bcc");
});

test("the link deletes nothing until its button is pressed, and is idempotent", async () => {
  const { id, token } = await declined("victim@earshot.example");
  const requested = await visit("GET", token);
  expect([requested.status, requested.type]).toEqual([200, "text/html; charset=utf-8"]);
  expect(requested.page).toContain('<form method="post"><button');
  expect(await isThere(id)).toBe(true);

  const responses = await Promise.all(Array.from({ length: 10 }, () => visit("POST", token)));
  expect(await isThere(id)).toBe(false);
  const after = [...responses, await visit("POST", token), await visit("GET", token)];
  for (const { status, page } of after) {
    expect(status).toBe(200);
    expect(page).toContain("Account deleted");
  }
  expect((await signUp("victim@earshot.example")).status).toBe(201);
});

test("rejects a verified account, and one that is being verified concurrently", async () => {
  const { id, token } = await declined("owner@earshot.example");
  let declining: ReturnType<typeof visit> | undefined;
  await otherTransaction(async (tx) => {
    const account = await lockUser(tx, id);
    declining = visit("POST", token);
    await waitForBlockedQuery();
    await inTransaction(tx, () => verifyAddress(account!, new Date()));
  });
  for (const response of [await declining!, await visit("POST", token), await visit("GET", token)]) {
    expect(response.status).toBe(409);
    expect(response.page).toContain("/forgot-password");
    expect(response.page).not.toContain("<form");
  }
  expect(await prisma().user.findUnique({ where: { id } })).toMatchObject({ registeredWith: null });
});

test("deletes data created while verification was off", async () => {
  const user = await createUser({ emailVerifiedAt: null });
  await createSession(user);
  await createWatch(user);
  await fillAccount(user.id, "usedbefore");
  expect((await visit("POST", accountToken("decline", user.id))).status).toBe(200);
  for (const left of [
    prisma().watch.count({ where: { userId: user.id } }),
    prisma().notification.count({ where: { userId: user.id } }),
    prisma().session.count({ where: { userId: user.id } }),
  ])
    expect(await left).toBe(0);
});

test("accepts only its own kind of token, which works nowhere else", async () => {
  const { id, token } = await declined("kinds@earshot.example");
  const [verification] = await mailedTokens(id, "verify");
  const other = accountToken("decline", newId());
  const foreign = [
    verification!.text,
    accountToken("unsubscribe", id),
    token.slice(0, 22) + other.slice(22),
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    "x",
  ];
  for (const wrong of foreign)
    for (const method of ["GET", "POST"] as const) expect((await visit(method, wrong)).status).toBe(404);
  expect(await isThere(id)).toBe(true);

  expect((await follow(token)).body.code).toBe("INVALID_TOKEN");
  const body = { token, password: "Heard-it-2027" };
  expect((await call(reset.POST, "POST", "/api/auth/reset-password", { body })).status).toBe(400);
  const request = new Request("http://localhost:3000/api/unsubscribe/x", { method: "POST" });
  const stopped = await unsubscribe.POST(request, { params: Promise.resolve({ token }) });
  expect(stopped.status).toBe(404);
  expect(await prisma().user.findUnique({ where: { id } })).toMatchObject({
    emailVerifiedAt: null,
    emailNotifications: true,
  });
});
