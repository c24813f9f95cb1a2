import { dropResponses, finishResponses } from "../../support/after-responses";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import { GET, POST } from "@/app/api/auth/no-email/[token]/route";
import * as decline from "@/app/api/auth/decline/[token]/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as register from "@/app/api/auth/register/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import * as email from "@/app/api/users/email/route";
import { refusalDays } from "@/domain/plans/retention";
import { env } from "@/env";
import { invite } from "@/server/accounts/invitations";
import { refuseEmail } from "@/server/delivery/recipients";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { accountToken } from "@/server/platform/tokens";
import type { AccountResponse } from "../../support/accounts";
import { call } from "../../support/request";
import { documented } from "../../support/documented";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

const dayMs = 86_400_000;
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

let made = 0;
const newAddress = () => `nobody-${(made += 1)}@earshot.example`;
const signUp = (address: string) =>
  call<AccountResponse>(register.POST, "POST", "/api/auth/register", {
    body: { email: address, password: factoryPassword, firstName: "Rosa", lastName: "Lind" },
  });
const request = (handler: typeof resend.POST, address: string) =>
  call(handler, "POST", "/api/auth/x", { body: { email: address } });

/** Requests a change to the address from a new account. */
async function change(address: string) {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const body = { currentPassword: factoryPassword, email: address };
  return {
    user,
    bearer,
    response: await call<AccountResponse>(email.PUT, "PUT", "/api/users/email", { bearer, body }),
  };
}

/** Sends all queued emails and returns those to the addresses. */
async function emailsTo(...addresses: string[]) {
  await finishResponses();
  return provider.mails.filter(({ to }) => addresses.includes(to));
}
const subjectsTo = async (address: string) => (await emailsTo(address)).map(({ subject }) => subject);

async function visit(method: "GET" | "POST", url: string, handlers = { GET, POST }) {
  const token = url.split("/").at(-1)!;
  const response = await documented(handlers[method])(new Request(url, { method }), {
    params: Promise.resolve({ token }),
  });
  return { status: response.status, page: await response.text() };
}
const linkIn = (mail: { text: string }, path: string) =>
  new RegExp(`http://localhost:3000/api/auth/${path}/[\\w-]+`).exec(mail.text)![0];

/** Moves all stored recipient times into the past. */
const letPass = (ms: number) =>
  pool().query(
    `UPDATE "EmailRecipient" SET "keptUntil" = "keptUntil" - $1 * interval '1 millisecond',
       "refusedUntil" = "refusedUntil" - $1 * interval '1 millisecond',
       "sentAt" = ARRAY(SELECT at - $1 * interval '1 millisecond' FROM unnest("sentAt") AS at)`,
    [ms],
  );

describe("emails to one unconfirmed address", () => {
  test("are limited to 3 per hour and 10 per day, over all accounts and spellings", async () => {
    const victim = newAddress();
    const spelled = ["", "+a", "+b", "+c"].map((tag) => victim.replace("@", `${tag}@`));
    const responses = [];
    for (let n = 0; n < 8; n++) responses.push((await change(spelled[n % 4]!)).response);
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const sent = async () => (await emailsTo(...spelled)).length;
    expect(await sent()).toBe(3);
    for (let hour = 1; hour < 5; hour++) {
      await letPass(3_600_000);
      for (let n = 0; n < 4; n++) await change(spelled[n]!);
      expect(await sent()).toBe(Math.min(10, 3 * (hour + 1)));
    }
    await letPass(dayMs);
    await change(victim);
    expect(await sent()).toBe(11);
  });

  test("share one limit over registration, resending, invitation, change of address and a new password", async () => {
    const victim = newAddress();
    expect((await signUp(victim)).status).toBe(201);
    await request(resend.POST, victim);
    await request(forgot.POST, victim);
    expect(await subjectsTo(victim)).toEqual([
      "Verify your email address",
      "Verify your email address",
      "Choose a new password",
    ]);
    expect((await change(victim)).response.status).toBe(200);
    expect(await emailsTo(victim)).toHaveLength(3);

    const invited = newAddress();
    for (let n = 0; n < 3; n++) await change(invited);
    const { url, isMailed } = await invite(invited, new Date());
    expect([url, isMailed]).toEqual([expect.stringContaining("/reset-password?token="), false]);
    expect(await emailsTo(invited)).toHaveLength(3);
  });

  test("stay within the limit if they are requested in parallel", async () => {
    const victim = newAddress();
    await Promise.all(Array.from({ length: 12 }, () => change(victim)));
    expect(await emailsTo(victim)).toHaveLength(3);
  });

  test("don't count against an address that its owner has confirmed", async () => {
    const owner = await createUser();
    for (let n = 0; n < 5; n++) await change(owner.email);
    await request(forgot.POST, owner.email);
    const subjects = await subjectsTo(owner.email);
    expect(subjects.filter((subject) => subject === "Somebody tried to use your address")).toHaveLength(3);
    expect(subjects.at(-1)).toBe("Choose a new password");
  });
});

describe("Don't email this address again", () => {
  test("is in every such email, in both its parts, and in none to a confirmed address", async () => {
    const [registered, changed, invited] = [newAddress(), newAddress(), newAddress()];
    const owner = await createUser();
    await signUp(registered);
    await request(forgot.POST, registered);
    await change(changed);
    await invite(invited, new Date());
    await change(owner.email);
    const mails = await emailsTo(registered, changed, invited, owner.email);
    expect(mails).toHaveLength(5);
    for (const mail of mails) {
      const url = linkIn(mail, "no-email");
      expect(mail.text).toContain(`Don't email this address again: ${url}\n`);
      expect(mail.html).toContain(`href="${url}"`);
      expect(url).not.toContain(mail.to.split("@")[0]);
    }
    await request(forgot.POST, owner.email);
    expect((await emailsTo(owner.email)).at(-1)!.text).not.toContain("no-email");
  });

  test("needs the button: opening the link changes nothing", async () => {
    const victim = newAddress();
    await change(victim);
    const url = linkIn((await emailsTo(victim))[0]!, "no-email");
    const shown = await visit("GET", url);
    expect([shown.status, shown.page]).toEqual([200, expect.stringContaining('<form method="post"><button')]);
    await change(victim);
    expect(await emailsTo(victim)).toHaveLength(2);

    for (let n = 0; n < 2; n++) {
      const done = await visit("POST", url);
      expect([done.status, done.page]).toEqual([
        200,
        expect.stringContaining("We won't email this address again"),
      ]);
    }
    await change(victim);
    expect(await emailsTo(victim)).toHaveLength(2);
  });

  test("is valid for 90 days and every kind of email, and the responses don't show it", async () => {
    const [refusing, other] = [newAddress(), newAddress()];
    await refuseEmail(refusing, new Date());
    const shapes = [];
    for (const address of [refusing, other]) {
      const { user, bearer, response } = await change(address);
      const deliveries = await prisma().delivery.count({ where: { userId: user.id } });
      const listed = await call(
        (await import("@/app/api/users/deliveries/route")).GET,
        "GET",
        "/api/users/deliveries",
        { bearer },
      );
      const signedUp = await signUp(address);
      const resent = await request(resend.POST, address);
      const forgotten = await request(forgot.POST, address);
      expect(deliveries).toBe(address === refusing ? 0 : 1);
      shapes.push(
        [response, listed, signedUp, resent, forgotten].map(({ status, headers, body }) => [
          status,
          [...headers.keys()].sort(),
          JSON.stringify(body)
            .replaceAll(address, "ADDRESS")
            .replace(/"_id":"[^"]+"/, ""),
        ]),
      );
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(await emailsTo(refusing)).toEqual([]);
    expect(await emailsTo(other)).toHaveLength(3);

    await letPass(refusalDays * dayMs - 60_000);
    await change(refusing.replace("@", "+again@").toUpperCase());
    expect(await emailsTo(refusing.replace("@", "+again@"))).toEqual([]);
    await letPass(60_000);
    await change(refusing);
    expect(await emailsTo(refusing)).toHaveLength(1);
  });

  test("is stored as a keyed hash, and deleted after 90 days", async () => {
    const address = newAddress();
    await prisma().emailRecipient.deleteMany();
    await refuseEmail(address, new Date());
    const retained = async () =>
      (await prisma().emailRecipient.findMany({ where: { refusedUntil: { not: null } } })).map(
        ({ addressHash }) => addressHash,
      );
    const before = await retained();
    expect(before).toHaveLength(1);
    expect(JSON.stringify(await prisma().emailRecipient.findMany())).not.toContain("@");
    const inTime = () => true;
    await retain(new Date(Date.now() + (refusalDays - 1) * dayMs), inTime);
    expect(await retained()).toEqual(before);
    await retain(new Date(Date.now() + (refusalDays + 1) * dayMs), inTime);
    expect(await prisma().emailRecipient.count()).toBe(0);
  });

  test("needs a valid token of its kind", async () => {
    const victim = newAddress();
    await change(victim);
    const url = linkIn((await emailsTo(victim))[0]!, "no-email");
    const { id } = await createUser();
    const forged = [
      `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
      url.replace("no-email/", "no-email/x"),
      `http://localhost:3000/api/auth/no-email/${accountToken("unsubscribe", id)}`,
      "http://localhost:3000/api/auth/no-email/x",
    ];
    for (const one of forged)
      for (const method of ["GET", "POST"] as const) expect((await visit(method, one)).status).toBe(404);
    await change(victim);
    expect(await emailsTo(victim)).toHaveLength(2);
  });
});

test("after an account was declined, registering the address again sends no email", async () => {
  const victim = newAddress();
  await signUp(victim);
  const url = linkIn((await emailsTo(victim))[0]!, "decline");
  expect((await visit("POST", url, decline)).status).toBe(200);
  for (let n = 0; n < 2; n++) {
    const again = await signUp(victim);
    expect(again.status).toBe(n === 0 ? 201 : 409);
    await request(resend.POST, victim);
    await request(forgot.POST, victim);
  }
  expect(await emailsTo(victim)).toHaveLength(1);
  const owner = await createUser();
  await refuseEmail(owner.email, new Date());
  await request(forgot.POST, owner.email);
  expect(await subjectsTo(owner.email)).toEqual(["Choose a new password"]);
});
