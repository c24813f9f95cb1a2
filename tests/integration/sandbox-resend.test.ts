import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Resend } from "resend";
import { letter, ResendServer } from "../support/resend-server";

const hourMs = 3_600_000;
const server = new ResendServer();
let client: Resend;

beforeAll(async () => {
  await server.listen();
  client = server.client();
});

beforeEach(() => server.start());
afterEach(() => server.sandbox.reset());
afterAll(() => server.close());

describe("sending", () => {
  test("accepts, stores and returns an email", async () => {
    const { data, error } = await client.emails.send({ ...letter, replyTo: "help@earshot.example" });
    expect(error).toBeNull();
    const [mail] = server.sandbox.mails();
    expect(mail).toMatchObject({
      id: data?.id,
      to: ["maya@example.com"],
      subject: "1 new match",
      createdAt: server.now,
      status: "delivered",
      idempotencyKey: null,
      headers: { ...letter.headers, "Reply-To": "help@earshot.example" },
    });
    const read = await client.emails.get(mail?.id ?? "");
    expect(read.data).toMatchObject({ id: mail?.id, html: letter.html, last_event: "delivered" });
    expect((await client.emails.get("9b2f9c86-0000-4000-8000-000000000000")).error?.name).toBe("not_found");
    expect((await client.emails.get("nonsense")).error?.name).toBe("invalid_parameter");
  });

  test("a permissive batch accepts valid emails and reports invalid ones by index", async () => {
    const { data } = await client.batch.send(
      [
        letter,
        { ...letter, to: "not an address" },
        { ...letter, to: [] },
        { ...letter, to: "Ana <ana@example.com>" },
      ],
      { batchValidation: "permissive" },
    );
    expect(data?.data).toEqual(server.sandbox.mails().map(({ id }) => ({ id })));
    expect(server.sandbox.mails().map(({ to }) => to)).toEqual([
      ["maya@example.com"],
      ["Ana <ana@example.com>"],
    ]);
    expect(data?.errors).toEqual([
      { index: 1, message: expect.stringContaining("`to`") },
      { index: 2, message: "Missing `to` field." },
    ]);
  });

  test("a strict batch with an invalid email accepts none", async () => {
    const { error } = await client.batch.send([letter, { ...letter, to: "maya@" }]);
    expect(error).toMatchObject({ statusCode: 422, name: "validation_error" });
    expect(server.sandbox.accepted).toBe(0);
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
  ])("rejects %s", async (_, mails, name) => {
    const { error } = await client.batch.send(mails);
    expect(error).toMatchObject({ statusCode: 422, name });
    expect(server.sandbox.accepted).toBe(0);
  });

  test("accepts a batch of 100", async () => {
    const { data } = await client.batch.send(Array(100).fill(letter));
    expect(data?.data).toHaveLength(100);
    expect(new Set(server.sandbox.mails().map(({ id }) => id)).size).toBe(100);
  });

  test("keeps the last 2,000 emails and counts all", async () => {
    for (let batch = 0; batch < 25; batch++) {
      await client.batch.send(Array(100).fill({ ...letter, subject: `Batch ${batch}` }));
    }
    expect(server.sandbox.accepted).toBe(2_500);
    expect(server.sandbox.mails()).toHaveLength(2_000);
    expect(server.sandbox.mails().at(0)?.subject).toBe("Batch 5");
    expect(server.sandbox.mails().at(-1)?.subject).toBe("Batch 24");
  });

  test("requires the right API key", async () => {
    const wrong = server.client("re_other");
    expect((await wrong.emails.send(letter)).error).toMatchObject({
      statusCode: 403,
      name: "invalid_api_key",
    });
    const without = await fetch(`${server.origin}/resend/emails`, {
      method: "POST",
      body: JSON.stringify(letter),
    });
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({ statusCode: 401, name: "missing_api_key" });
    expect(server.sandbox.accepted).toBe(0);
  });
});

describe("idempotency keys", () => {
  const options = { idempotencyKey: "alert/1", batchValidation: "permissive" as const };

  test("a repeated request returns the same response without a second email", async () => {
    const mails = [letter, { ...letter, to: "bad" }];
    const first = await client.batch.send(mails, options);
    const second = await client.batch.send(mails, options);
    expect(second.data).toEqual(first.data);
    expect(server.sandbox.accepted).toBe(1);
    expect(server.sandbox.mails()[0]?.idempotencyKey).toBe("alert/1");
  });

  test("rejects another body with the same key", async () => {
    await client.batch.send([letter], options);
    const { error } = await client.batch.send([{ ...letter, subject: "Other" }], options);
    expect(error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
    expect(server.sandbox.accepted).toBe(1);
  });

  test("rejects the key while its request is running", async () => {
    server.sandbox.failures.latencyMs = 200;
    const responses = await Promise.all([
      client.batch.send([letter], options),
      client.batch.send([letter], options),
    ]);
    const errors = responses.flatMap(({ error }) => error ?? []);
    expect(errors).toEqual([
      expect.objectContaining({ statusCode: 409, name: "concurrent_idempotent_requests" }),
    ]);
    expect(server.sandbox.accepted).toBe(1);
  });

  test("a key expires 24 hours after its first request", async () => {
    await client.batch.send([letter], options);
    server.now = new Date(server.now.getTime() + 24 * hourMs - 1);
    await client.batch.send([letter], options);
    expect(server.sandbox.accepted).toBe(1);
    server.now = new Date(server.now.getTime() + 1);
    await client.batch.send([letter], options);
    expect(server.sandbox.accepted).toBe(2);
  });

  test("a rejected request does not use up its key", async () => {
    await client.batch.send([{ ...letter, to: "bad" }], { idempotencyKey: "alert/1" });
    const { error } = await client.batch.send([letter], { idempotencyKey: "alert/1" });
    expect(error).toBeNull();
  });

  test("allows keys of up to 256 characters", async () => {
    const { error } = await client.emails.send(letter, { idempotencyKey: "k".repeat(257) });
    expect(error).toMatchObject({ statusCode: 400, name: "invalid_idempotency_key" });
  });
});

describe("failures", () => {
  test("the real rate limit returns Retry-After", async () => {
    server.start({ requestsPerSecond: 2 });
    const responses = [];
    for (let n = 0; n < 20; n++) responses.push(await client.emails.send(letter));
    const refused = responses.find(({ error }) => error !== null);
    expect(refused?.error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
    expect(refused?.headers).toMatchObject({
      "ratelimit-limit": "2",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "1",
      "retry-after": "1",
    });
    expect(responses[0]?.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
    expect(server.sandbox.accepted).toBe(responses.filter(({ error }) => error === null).length);
  });

  test.each([
    ["rateLimit", { rateLimit: 1 }, 429, "rate_limit_exceeded"],
    ["quota", { quota: true }, 429, "daily_quota_exceeded"],
    ["serverErrors", { serverErrors: 1 }, 500, "internal_server_error"],
  ])("%s rejects requests without accepting emails", async (_, failures, statusCode, name) => {
    server.sandbox.failures = { ...failures };
    const { error } = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(error).toMatchObject({ statusCode, name });
    expect(server.sandbox.accepted).toBe(0);
    server.sandbox.failures.quota = false;
    expect((await client.batch.send([letter], { idempotencyKey: "k" })).error).toBeNull();
  });

  test("a request with a lost response was accepted, and its key returns the result", async () => {
    server.sandbox.failures.loseAnswers = 1;
    const lost = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(lost.error).toMatchObject({ statusCode: null, name: "application_error" });
    expect(server.sandbox.accepted).toBe(1);
    const again = await client.batch.send([letter], { idempotencyKey: "k" });
    expect(again.data?.data).toEqual([{ id: server.sandbox.mails()[0]?.id }]);
    expect(server.sandbox.accepted).toBe(1);
  });

  test("silence accepts no email and never responds", async () => {
    server.sandbox.failures.silence = 1;
    const options = { signal: AbortSignal.timeout(200) };
    expect((await client.batch.send([letter], options)).error).toMatchObject({ statusCode: null });
    expect(server.sandbox.accepted).toBe(0);
  });
});
