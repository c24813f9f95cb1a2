import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Resend } from "resend";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { letter } from "../support/resend-server";

/** An application that accepts every event. */
const received: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
const application = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  received.push({ url: request.url ?? "", headers: request.headers, body });
  response.end();
});

let started: StartedSandbox;
let resend: Resend;

beforeAll(async () => {
  await new Promise<void>((listening) => application.listen(0, "127.0.0.1", listening));
  const appUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/`;
  started = await startSandbox({ appUrl, stream: false, historyHours: 0 });
  resend = new Resend("re_sandbox", { baseUrl: `${started.url}/resend` });
});
afterAll(async () => {
  await started.close();
  application.closeAllConnections();
  application.close();
});
beforeEach(async () => {
  received.length = 0;
  await control("/reset", {});
});

async function control(path: string, body: object): Promise<unknown> {
  const reply = await fetch(`${started.url}/control${path}`, { method: "POST", body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
  return reply.json();
}

it("a sent email appears in the mailbox", async () => {
  const { data } = await resend.emails.send({ ...letter, to: "maya@example.com" });
  const mails = await (await fetch(`${started.url}/mailbox.json?to=maya@example.com`)).json();
  expect(mails).toMatchObject([{ id: data?.id, to: ["maya@example.com"], subject: letter.subject }]);
  expect(started.mails()).toHaveLength(1);
});

it("a bounce reaches the application's webhook with a valid signature", async () => {
  const { data } = await resend.emails.send({ ...letter, to: "maya@example.com" });
  // Events of the previous test could still arrive.
  const matched = (type: string) =>
    received.find(({ body }) => body.includes(`"${type}"`) && body.includes(data!.id));
  await vi.waitFor(() => expect(matched("email.delivered")).toBeDefined(), { timeout: 60_000 });
  await control("/bounce", { emailId: data?.id, kind: "complained" });
  const event = matched("email.complained");
  expect(event?.url).toBe("/api/webhooks/resend");
  const { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signature } = event?.headers ?? {};
  const signed = createHmac("sha256", "sandbox-webhook-secret")
    .update(`${id}.${timestamp}.${event?.body}`)
    .digest("base64");
  expect(signature).toBe(`v1,${signed}`);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    type: "email.complained",
    data: { email_id: data?.id },
  });
});

it.each([
  [{ rateLimit: 1 }, "rate_limit_exceeded"],
  [{ quota: true }, "daily_quota_exceeded"],
  [{ serverErrors: 1 }, "internal_server_error"],
])("the control API makes Resend fail with %o", async (failure, name) => {
  await control("/resend", failure);
  expect((await resend.emails.send(letter)).error?.name).toBe(name);
  await control("/reset", {});
  expect((await resend.emails.send(letter)).error).toBeNull();
});

it("retries after a lost response send an email only once", async () => {
  await control("/failures", { mode: "lost", service: "resend", count: 1 });
  const send = () => resend.emails.send(letter, { idempotencyKey: "alert-1" });
  expect((await send()).error?.name).toBe("application_error");
  expect((await send()).data?.id).toBe(started.mails()[0]?.id);
  expect(started.mails()).toHaveLength(1);
});
