import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createDelivery } from "../../../prisma/factories";
import { GET, POST } from "@/app/api/unsubscribe/[token]/route";
import * as webhook from "@/app/api/webhooks/resend/route";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { accountToken } from "@/server/platform/tokens";
import { documented } from "../../support/documented";
import { testSettings } from "../../support/settings";
import { countOutbox, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";
import "../../support/parallel-connections";

const now = new Date();

const handleWebhook = documented(webhook.POST);

beforeEach(emptyOutbox);

async function accountOf(userId: string) {
  const { rows } = await pool().query(
    `SELECT "emailNotifications", "emailStatus" FROM "User" WHERE "id" = $1`,
    [userId],
  );
  return rows[0];
}

function call(method: "GET" | "POST", token: string, init: RequestInit = {}) {
  const request = new Request(`http://localhost:3000/api/unsubscribe/${token}`, { method, ...init });
  return documented(method === "GET" ? GET : POST)(request, { params: Promise.resolve({ token }) });
}

describe("unsubscribing", () => {
  it("opening the link makes no changes and shows a button", async () => {
    const user = await makeUser();
    const response = await call("GET", accountToken("unsubscribe", user.id));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain('<form method="post"><button');
    expect(await accountOf(user.id)).toEqual({ emailNotifications: true, emailStatus: "ok" });
  });

  it.each([
    ["a mail program's one click", "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"],
    ["the page's button", "", "application/x-www-form-urlencoded"],
    ["a program that sends no body", null, null],
  ])("%s turns off alert emails and drops pending ones", async (_name, body, type) => {
    const user = await makeUser();
    await createPendingEmail(user.id, now);
    const headers: Record<string, string> = type === null ? {} : { "content-type": type };
    const response = await call("POST", accountToken("unsubscribe", user.id), { body, headers });
    expect(response.status).toBe(200);
    expect(await accountOf(user.id)).toEqual({ emailNotifications: false, emailStatus: "unsubscribed" });
    expect(await countOutbox(user.id)).toMatchObject([{ mailDueAt: null }]);
    expect((await call("POST", accountToken("unsubscribe", user.id))).status).toBe(200);
  });

  it("an invalid token returns a 404 page and unsubscribes no user", async () => {
    const user = await makeUser();
    const right = accountToken("unsubscribe", user.id);
    const other = accountToken("unsubscribe", newId());
    for (const token of [
      "x",
      `${right.slice(0, -1)}${right.endsWith("A") ? "B" : "A"}`,
      right.slice(0, 22) + other.slice(22),
      other,
    ]) {
      expect((await call("POST", token)).status).toBe(404);
    }
    expect((await call("GET", "x")).status).toBe(404);
    expect(await accountOf(user.id)).toEqual({ emailNotifications: true, emailStatus: "ok" });
  });
});

function signed(
  body: string,
  over: { id?: string; at?: Date; secret?: string; signature?: string } = {},
): Request {
  const id = over.id ?? `msg_${newId()}`;
  const timestamp = String(Math.floor((over.at ?? new Date()).getTime() / 1000));
  const secret = Buffer.from(
    (over.secret ?? testSettings.RESEND_WEBHOOK_SECRET).slice("whsec_".length),
    "base64",
  );
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return new Request("http://localhost:3000/api/webhooks/resend", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": timestamp,
      "svix-signature": over.signature ?? `v1,${signature}`,
    },
  });
}

function event(type: string, to: string, bounceType?: string): string {
  return JSON.stringify({
    type,
    created_at: now,
    data: { email_id: "mail-1", to: [to], bounce: bounceType && { type: bounceType } },
  });
}

describe("webhooks/resend", () => {
  it.each([
    ["email.bounced", "Permanent", "bounced"],
    ["email.bounced", "Transient", "ok"],
    ["email.complained", undefined, "complained"],
    ["email.suppressed", undefined, "bounced"],
    ["email.failed", undefined, "ok"],
    ["email.delivered", undefined, "ok"],
  ])("%s (%s) sets the email status to %s", async (type, bounceType, expected) => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { dueAt: new Date(now.getTime() + 60_000) });
    const response = await handleWebhook(
      signed(event(type, `Maya <${user.email.toUpperCase()}>`, bounceType)),
    );
    expect(response.status).toBe(200);
    expect((await accountOf(user.id)).emailStatus).toBe(expected);
    expect((await countOutbox(user.id))[0]!.mailDueAt === null).toBe(expected !== "ok");
  });

  it.each([
    ["email.bounced", "Permanent", { status: "sent", reason: "bounced" }],
    ["email.bounced", "Transient", { status: "failed", reason: "returned" }],
    ["email.bounced", "Undetermined", { status: "failed", reason: "returned" }],
    ["email.complained", undefined, { status: "sent", reason: "complained" }],
    ["email.suppressed", undefined, { status: "sent", reason: "bounced" }],
    ["email.failed", undefined, { status: "failed", reason: "rejected" }],
    ["email.delivered", undefined, { status: "sent", reason: null }],
  ])("%s (%s) records the result of the email", async (type, bounceType, expected) => {
    const user = await makeUser();
    await prisma().delivery.deleteMany();
    const { id } = await createDelivery(user, { providerId: "mail-1" });
    await handleWebhook(signed(event(type, user.email, bounceType)));
    expect(await prisma().delivery.findUniqueOrThrow({ where: { id } })).toMatchObject(expected);
  });

  it("remembers a complaint when Resend suppresses the next email", async () => {
    const user = await makeUser();
    await handleWebhook(signed(event("email.complained", user.email)));
    await handleWebhook(signed(event("email.suppressed", user.email)));
    expect((await accountOf(user.id)).emailStatus).toBe("complained");
  });

  it.each(["bücher.example", "xn--bcher-kva.example"])(
    "finds an address on the domain %s",
    async (domain) => {
      const local = newId();
      const user = await makeUser({ email: `${local}@xn--bcher-kva.example` });
      await handleWebhook(signed(event("email.bounced", `${local}@${domain}`, "Permanent")));
      expect((await accountOf(user.id)).emailStatus).toBe("bounced");
    },
  );

  it("ignores a repeated event", async () => {
    const user = await makeUser();
    const body = event("email.complained", user.email);
    await handleWebhook(signed(body, { id: "msg_1" }));
    await pool().query(`UPDATE "User" SET "emailStatus" = 'ok'`);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => handleWebhook(signed(body, { id: "msg_1" }))),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
    expect((await accountOf(user.id)).emailStatus).toBe("ok");
  });

  it("does not affect an account that has changed its address", async () => {
    const user = await makeUser();
    await handleWebhook(signed(event("email.bounced", "old@example.com", "Permanent")));
    expect((await accountOf(user.id)).emailStatus).toBe("ok");
  });

  it.each([
    ["a wrong secret", { secret: "whsec_d3Jvbmc=" }],
    ["an old timestamp", { at: new Date(now.getTime() - 3_600_000) }],
    ["no signature", { signature: "" }],
    ["junk", { signature: "v1,junk" }],
  ])("%s: responds 400 INVALID_SIGNATURE and makes no changes", async (_name, over) => {
    const user = await makeUser();
    const response = await handleWebhook(signed(event("email.complained", user.email), over));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_SIGNATURE" });
    expect((await accountOf(user.id)).emailStatus).toBe("ok");
  });

  it("rejects another body with a valid signature", async () => {
    const user = await makeUser();
    const right = signed(event("email.delivered", user.email));
    const forged = new Request(right.url, {
      method: "POST",
      body: event("email.complained", user.email),
      headers: right.headers,
    });
    expect((await handleWebhook(forged)).status).toBe(400);
  });

  it("rejects a body over 1 MiB", async () => {
    expect((await handleWebhook(signed("x".repeat(1024 * 1024 + 1)))).status).toBe(413);
  });
});
