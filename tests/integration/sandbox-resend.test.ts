import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Resend } from "resend";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createResend, type Resend as Sandbox } from "../../sandbox/resend/resend";

const secret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==";
const hourMs = 3_600_000;
const letter = {
  from: "Earshot <alerts@earshot.example>",
  to: "maya@example.com",
  subject: "1 new match",
  html: "<p>Heard</p>",
  text: "Heard",
  headers: { "List-Unsubscribe": "<http://127.0.0.1/u>" },
};

interface Received {
  headers: { id: string; timestamp: string; signature: string };
  payload: string;
}

let now = new Date("2026-11-21T12:00:00Z");
let sandbox: Sandbox;
let client: Resend;
let received: Received[] = [];
let hookStatuses: number[] = [];
const server = createServer((request, response) => void serve(request, response));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const path = request.url ?? "/";
  if (path === "/hook") {
    const named = (name: string): string => String(request.headers[`svix-${name}`]);
    const headers = { id: named("id"), timestamp: named("timestamp"), signature: named("signature") };
    received.push({ headers, payload: body.toString() });
    response.writeHead(hookStatuses.shift() ?? 200).end();
    return;
  }
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isRead = request.method === "GET" || request.method === "HEAD";
  const asked = new Request(`${origin()}${path}`, {
    method: request.method,
    headers,
    body: isRead ? null : body,
  });
  const answer = await sandbox.handle(asked, path.replace("/resend", ""));
  if (answer === "silence") return;
  if (answer === "destroy") request.socket.destroy();
  else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

function origin(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function start(requestsPerSecond?: number): void {
  sandbox = createResend({
    now: () => now,
    webhookUrl: `${origin()}/hook`,
    webhookSecret: secret,
    webhookWaitsMs: [5, 10],
    requestsPerSecond,
  });
}

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  client = new Resend("re_sandbox", { baseUrl: `${origin()}/resend` });
});

beforeEach(() => {
  now = new Date("2026-11-21T12:00:00Z");
  received = [];
  hookStatuses = [];
  start();
});

afterEach(() => sandbox.reset());

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("sending", () => {
  test("one mail is accepted, kept and read back", async () => {
    const { data, error } = await client.emails.send({ ...letter, replyTo: "help@earshot.example" });
    expect(error).toBeNull();
    const [mail] = sandbox.mails();
    expect(mail).toMatchObject({
      id: data?.id,
      to: ["maya@example.com"],
      subject: "1 new match",
      createdAt: now,
      status: "delivered",
      idempotencyKey: null,
      headers: { ...letter.headers, "Reply-To": "help@earshot.example" },
    });
    const read = await client.emails.get(mail?.id ?? "");
    expect(read.data).toMatchObject({ id: mail?.id, html: letter.html, last_event: "delivered" });
    expect((await client.emails.get("9b2f9c86-0000-4000-8000-000000000000")).error?.name).toBe("not_found");
    expect((await client.emails.get("nonsense")).error?.name).toBe("invalid_parameter");
  });

  test("a permissive batch accepts the good ones and tells the bad ones by position", async () => {
    const { data } = await client.batch.send(
      [
        letter,
        { ...letter, to: "not an address" },
        { ...letter, to: [] },
        { ...letter, to: "Ana <ana@example.com>" },
      ],
      { batchValidation: "permissive" },
    );
    expect(data?.data).toEqual(sandbox.mails().map(({ id }) => ({ id })));
    expect(sandbox.mails().map(({ to }) => to)).toEqual([["maya@example.com"], ["Ana <ana@example.com>"]]);
    expect(data?.errors).toEqual([
      { index: 1, message: expect.stringContaining("`to`") },
      { index: 2, message: "Missing `to` field." },
    ]);
  });

  test("a strict batch with a bad mail accepts none", async () => {
    const { error } = await client.batch.send([letter, { ...letter, to: "maya@" }]);
    expect(error).toMatchObject({ statusCode: 422, name: "validation_error" });
    expect(sandbox.accepted).toBe(0);
  });

  test.each([
    ["a batch of 101", Array(101).fill(letter), "validation_error"],
    ["an empty batch", [], "validation_error"],
    ["no subject", [{ ...letter, subject: "" }], "missing_required_field"],
    ["neither html nor text", [{ ...letter, html: "", text: "" }], "missing_required_field"],
    ["a sender without a domain", [{ ...letter, from: "Earshot" }], "invalid_from_address"],
    ["an address in another alphabet", [{ ...letter, to: "máya@example.com" }], "validation_error"],
    ["51 recipients", [{ ...letter, to: Array(51).fill("a@example.com") }], "validation_error"],
    [
      "a header over two lines",
      [{ ...letter, headers: { "X-A": "a\r\nBcc: b@example.com" } }],
      "validation_error",
    ],
  ])("%s is refused", async (_, mails, name) => {
    const { error } = await client.batch.send(mails);
    expect(error).toMatchObject({ statusCode: 422, name });
    expect(sandbox.accepted).toBe(0);
  });

  test("a hundred are accepted at once", async () => {
    const { data } = await client.batch.send(Array(100).fill(letter));
    expect(data?.data).toHaveLength(100);
    expect(new Set(sandbox.mails().map(({ id }) => id)).size).toBe(100);
  });

  test("the last 2,000 mails are kept, all are counted", async () => {
    for (let batch = 0; batch < 25; batch++) {
      await client.batch.send(Array(100).fill({ ...letter, subject: `Batch ${batch}` }));
    }
    expect(sandbox.accepted).toBe(2_500);
    expect(sandbox.mails()).toHaveLength(2_000);
    expect(sandbox.mails().at(0)?.subject).toBe("Batch 5");
    expect(sandbox.mails().at(-1)?.subject).toBe("Batch 24");
  });

  test("only the right key opens", async () => {
    const wrong = new Resend("re_other", { baseUrl: `${origin()}/resend` });
    expect((await wrong.emails.send(letter)).error).toMatchObject({
      statusCode: 403,
      name: "invalid_api_key",
    });
    const without = await fetch(`${origin()}/resend/emails`, {
      method: "POST",
      body: JSON.stringify(letter),
    });
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({ statusCode: 401, name: "missing_api_key" });
    expect(sandbox.accepted).toBe(0);
  });
});

describe("idempotency keys", () => {
  const options = { idempotencyKey: "alert/1", batchValidation: "permissive" as const };

  test("the same request again has the same answer and no second mail", async () => {
    const mails = [letter, { ...letter, to: "bad" }];
    const first = await client.batch.send(mails, options);
    const second = await client.batch.send(mails, options);
    expect(second.data).toEqual(first.data);
    expect(sandbox.accepted).toBe(1);
    expect(sandbox.mails()[0]?.idempotencyKey).toBe("alert/1");
  });

  test("another body under the key is refused", async () => {
    await client.batch.send([letter], options);
    const { error } = await client.batch.send([{ ...letter, subject: "Other" }], options);
    expect(error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
    expect(sandbox.accepted).toBe(1);
  });

  test("the key while its request is running is refused", async () => {
    sandbox.failures.latencyMs = 200;
    const answers = await Promise.all([
      client.batch.send([letter], options),
      client.batch.send([letter], options),
    ]);
    const errors = answers.flatMap(({ error }) => error ?? []);
    expect(errors).toEqual([
      expect.objectContaining({ statusCode: 409, name: "concurrent_idempotent_requests" }),
    ]);
    expect(sandbox.accepted).toBe(1);
  });

  test("a key lives 24 hours from its first request", async () => {
    await client.batch.send([letter], options);
    now = new Date(now.getTime() + 24 * hourMs - 1);
    await client.batch.send([letter], options);
    expect(sandbox.accepted).toBe(1);
    now = new Date(now.getTime() + 1);
    await client.batch.send([letter], options);
    expect(sandbox.accepted).toBe(2);
  });

  test("a refused request leaves its key free", async () => {
    await client.batch.send([{ ...letter, to: "bad" }], { idempotencyKey: "alert/1" });
    const { error } = await client.batch.send([letter], { idempotencyKey: "alert/1" });
    expect(error).toBeNull();
  });

  test("a key has at most 256 characters", async () => {
    const { error } = await client.emails.send(letter, { idempotencyKey: "k".repeat(257) });
    expect(error).toMatchObject({ statusCode: 400, name: "invalid_idempotency_key" });
  });
});

describe("failures", () => {
  test("the real rate limit says when to come again", async () => {
    start(2);
    // Three within a second, or the window has turned and a few more will do.
    const answers = [];
    for (let n = 0; n < 20; n++) answers.push(await client.emails.send(letter));
    const refused = answers.find(({ error }) => error !== null);
    expect(refused?.error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
    expect(refused?.headers).toMatchObject({
      "ratelimit-limit": "2",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "1",
      "retry-after": "1",
    });
    expect(answers[0]?.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
    expect(sandbox.accepted).toBe(answers.filter(({ error }) => error === null).length);
  });

  test.each([
    ["rateLimit", { rateLimit: 1 }, 429, "rate_limit_exceeded"],
    ["quota", { quota: true }, 429, "daily_quota_exceeded"],
    ["serverErrors", { serverErrors: 1 }, 500, "internal_server_error"],
  ])("%s refuses and accepts nothing", async (_, failures, statusCode, name) => {
    sandbox.failures = { ...failures };
    const { error } = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(error).toMatchObject({ statusCode, name });
    expect(sandbox.accepted).toBe(0);
    sandbox.failures.quota = false;
    expect((await client.batch.send([letter], { idempotencyKey: "k" })).error).toBeNull();
  });

  test("a lost answer was accepted, and the key finds it again", async () => {
    sandbox.failures.loseAnswers = 1;
    const lost = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(lost.error).toMatchObject({ statusCode: null, name: "application_error" });
    expect(sandbox.accepted).toBe(1);
    const again = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(again.data?.data).toEqual([{ id: sandbox.mails()[0]?.id }]);
    expect(sandbox.accepted).toBe(1);
  });

  test("silence accepts nothing and never answers", async () => {
    sandbox.failures.silence = 1;
    const options = { signal: AbortSignal.timeout(200) };
    expect((await client.batch.send([letter], options)).error).toMatchObject({ statusCode: null });
    expect(sandbox.accepted).toBe(0);
  });
});

describe("events", () => {
  const typesOf = (): string[] => received.map(({ payload }) => JSON.parse(payload).type).sort();
  const verify = ({ headers, payload }: Received): unknown =>
    client.webhooks.verify({ payload, headers, webhookSecret: secret });

  test.each([
    ["maya@example.com", ["email.delivered"]],
    ["bounce@example.com", ["email.bounced"]],
    ["Ana <bounced+7@example.com>", ["email.bounced"]],
    ["complain@example.com", ["email.complained", "email.delivered"]],
    ["complained+x@example.com", ["email.complained", "email.delivered"]],
  ])("a mail to %s reports %j, signed", async (to, types) => {
    const { data } = await client.emails.send({ ...letter, to });
    await expect.poll(typesOf, { timeout: 5_000 }).toEqual(types);
    for (const event of received) {
      expect(verify(event)).toMatchObject({
        data: { email_id: data?.id, to: [to], subject: letter.subject },
      });
    }
  });

  test("a permanent bounce says so, and the mail remembers it", async () => {
    const { data } = await client.emails.send(letter);
    await sandbox.bounce(data?.id ?? "", "bounced");
    const [event] = received;
    expect(JSON.parse(event?.payload ?? "")).toMatchObject({ data: { bounce: { type: "Permanent" } } });
    expect(sandbox.mails()[0]?.status).toBe("bounced");
    await expect(sandbox.bounce("unknown", "bounced")).rejects.toThrow("no mail unknown");
  });

  test("an event comes again under its id until it is taken", async () => {
    hookStatuses = [500, 302];
    const { data } = await client.emails.send(letter);
    await sandbox.bounce(data?.id ?? "", "complained");
    const complaints = (): Received[] =>
      received.filter(({ payload }) => payload.includes("email.complained"));
    await expect.poll(() => complaints().length, { timeout: 5_000 }).toBe(3);
    expect(new Set(complaints().map(({ headers }) => headers.id)).size).toBe(1);
    for (const event of complaints()) expect(verify(event)).toMatchObject({ type: "email.complained" });
  });

  test("an event is given up after its last wait", async () => {
    hookStatuses = Array<number>(10).fill(500);
    const { data } = await client.emails.send({ ...letter, to: "bounce@example.com" });
    await sandbox.bounce(data?.id ?? "", "bounced");
    // Its own three attempts and three of the address's bounce; then nothing more is under way.
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(6);
    await sandbox.bounce(data?.id ?? "", "bounced");
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(9);
    expect(new Set(received.map(({ headers }) => headers.id)).size).toBe(3);
  });

  test("a reset forgets what was to be reported", async () => {
    await client.emails.send({ ...letter, subject: "Before" });
    sandbox.reset();
    await client.emails.send({ ...letter, subject: "After" });
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1);
    expect(received[0]?.payload).toContain("After");
    expect(sandbox.mails().map(({ subject }) => subject)).toEqual(["After"]);
  });
});
