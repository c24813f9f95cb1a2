import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { makeSecret } from "@/channels/webhook/secret";
import { verificationExample } from "@/contract/reference";
import { deliverDue } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { createDestination } from "../support/given-destinations";

const folder = path.resolve(".data/test", `verification-${process.pid}`);
let started: StartedSandbox;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  started = await startSandbox({ stream: false, historyHours: 0 });
  process.env.LOCAL_ADDRESSES = "127.0.0.1/32";
});
afterAll(async () => {
  await started.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the source to a module and imports it, like a reader of the docs. */
async function written<T>(name: string, source: string): Promise<T> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, ts.transpileModule(source, { compilerOptions }).outputText);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T;
}

/** Returns a delivered message with its headers. */
async function arrived(secret: string) {
  const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
  const address = `${started.url}${started.receivers.make("webhook")}`;
  await createDestination(userId, { channel: "webhook", address, secret });
  const now = new Date();
  const watch = await createWatch({ id: userId }, { keyword: "tidewater" });
  const outbox = [{ channel: "webhook" as const, dueAt: now, frequency: "realtime" as const }];
  await createNotification(watch, { createdAt: now, outbox, item: { title: "Tidewater “answered” · 水" } });
  await enqueueDueDeliveries(now);
  await deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
  const { body, headers } = started.receivers.arrived.find(({ path }) => address.endsWith(path))!;
  return { body, headers };
}

test("the receiver in docs/webhooks.md accepts our messages and rejects others", async () => {
  const secret = makeSecret();
  process.env.EARSHOT_WEBHOOK_SECRET = secret;
  const [, source = ""] = /```ts\n(import [\s\S]*?)\n```/.exec(readFileSync("docs/webhooks.md", "utf8"))!;
  const queued: [string, { title: string }][] = [];
  Object.assign(globalThis, {
    queue: { add: (id: string, match: { title: string }) => queued.push([id, match]) },
  });
  const receiver = await written<{ POST: (request: Request) => Promise<Response> }>("receiver", source);
  const { body, headers } = await arrived(secret);
  const post = async (text: string, sent: Record<string, string> = headers) =>
    (
      await receiver.POST(
        new Request("https://hooks.example/", { method: "POST", body: text, headers: sent }),
      )
    ).status;

  expect(await post(body)).toBe(204);
  expect(queued).toMatchObject([[expect.stringMatching(/^t3_/), { title: "Tidewater “answered” · 水" }]]);
  expect(await post(body.replace("answered", "Answered"))).toBe(401);
  expect(await post(body, { ...headers, "webhook-id": "another" })).toBe(401);
  const longAgo = Number(headers["webhook-timestamp"]) - 301;
  expect(await post(body, { ...headers, "webhook-timestamp": String(longAgo) })).toBe(401);
  const { body: foreign, headers: foreignHeaders } = await arrived(makeSecret());
  expect(await post(foreign, foreignHeaders)).toBe(401);
  expect(queued).toHaveLength(1);
});

test("the code in the API reference verifies and parses a message", async () => {
  const [line = "", ...rest] = verificationExample.split("\n");
  const source = `${line}\nexport const read = (secret, rawBody, headers) => {\n${rest.join("\n")}\nreturn event; };`;
  const shown = await written<{ read: (...input: unknown[]) => unknown }>("shown", source);
  const secret = makeSecret();
  const { body, headers } = await arrived(secret);
  expect(shown.read(secret, body, headers)).toMatchObject({ type: "matches.created", data: { total: 1 } });
  expect(() => shown.read(makeSecret(), body, headers)).toThrow();
});
