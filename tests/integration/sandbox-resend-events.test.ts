import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Resend } from "resend";
import { letter, ResendServer, type ReceivedEvent, webhookSecret } from "../support/resend-server";

const server = new ResendServer();
let client: Resend;

beforeAll(async () => {
  await server.listen();
  client = server.client();
});

beforeEach(() => server.start());
afterEach(() => server.sandbox.reset());
afterAll(() => server.close());

const typesOf = (): string[] => server.events.map(({ payload }) => JSON.parse(payload).type).sort();
const verify = ({ headers, payload }: ReceivedEvent): unknown =>
  client.webhooks.verify({ payload, headers, webhookSecret });

test.each([
  ["maya@example.com", ["email.delivered"]],
  ["bounce@example.com", ["email.bounced"]],
  ["Ana <bounced+7@example.com>", ["email.bounced"]],
  ["complain@example.com", ["email.complained", "email.delivered"]],
  ["complained+x@example.com", ["email.complained", "email.delivered"]],
])("an email to %s sends the signed events %j", async (to, types) => {
  const { data } = await client.emails.send({ ...letter, to });
  await expect.poll(typesOf).toEqual(types);
  for (const event of server.events) {
    expect(verify(event)).toMatchObject({
      data: { email_id: data?.id, to: [to], subject: letter.subject },
    });
  }
});

test("reports a permanent bounce and stores it with the email", async () => {
  const { data } = await client.emails.send(letter);
  await server.sandbox.bounce(data?.id ?? "", "bounced");
  const [event] = server.events;
  expect(JSON.parse(event?.payload ?? "")).toMatchObject({ data: { bounce: { type: "Permanent" } } });
  expect(server.sandbox.mails()[0]?.status).toBe("bounced");
  await expect(server.sandbox.bounce("unknown", "bounced")).rejects.toThrow("No email unknown");
});

test("redelivers an event with the same id until it is accepted", async () => {
  server.hookStatus = (type, attempt) =>
    type === "email.complained" ? ([500, 302][attempt - 1] ?? 200) : 200;
  const { data } = await client.emails.send(letter);
  await server.sandbox.bounce(data?.id ?? "", "complained");
  const complaints = (): ReceivedEvent[] =>
    server.events.filter(({ payload }) => payload.includes("email.complained"));
  await expect.poll(() => complaints().length).toBe(3);
  expect(new Set(complaints().map(({ headers }) => headers.id)).size).toBe(1);
  for (const event of complaints()) expect(verify(event)).toMatchObject({ type: "email.complained" });
});

test("gives up an event after the last retry", async () => {
  server.hookStatus = () => 500;
  const { data } = await client.emails.send({ ...letter, to: "bounce@example.com" });
  await server.sandbox.bounce(data?.id ?? "", "bounced");
  // Three attempts for this event and three for the address's own bounce, then retries end.
  await expect.poll(() => server.events.length).toBe(6);
  await server.sandbox.bounce(data?.id ?? "", "bounced");
  await expect.poll(() => server.events.length).toBe(9);
  expect(new Set(server.events.map(({ headers }) => headers.id)).size).toBe(3);
});

test("a reset discards pending events", async () => {
  await client.emails.send({ ...letter, subject: "Before" });
  server.sandbox.reset();
  await client.emails.send({ ...letter, subject: "After" });
  await expect.poll(() => server.events.length).toBe(1);
  expect(server.events[0]?.payload).toContain("After");
  expect(server.sandbox.mails().map(({ subject }) => subject)).toEqual(["After"]);
});
