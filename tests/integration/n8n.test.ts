import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import * as replay from "@/app/api/deliveries/[id]/replay/route";
import * as destinations from "@/app/api/destinations/route";
import { destinationMade } from "@/contract/destination";
import { deliverDue } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { prisma } from "@/server/platform/database";
import { makeKey } from "../support/api-keys";
import { startApi } from "../support/api-server";
import { call } from "../support/request";
import { readWorkflow, runWorkflow, type Call, type Run } from "../support/n8n";

const file = "docs/n8n-earshot.json";
const workflow = readWorkflow(file);
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  Object.assign(process.env, { APP_URL: api.url, LOCAL_ADDRESSES: "127.0.0.1/32" });
});
afterAll(() => api.close());

/** The placeholder in the file. */
const unfilled = "whsec_FILL_IN";

/** Starts a simulated n8n with our workflow at a URL. Like n8n, it responds 500 if a run fails. */
async function startN8n(key: string) {
  const n8n = { secret: unfilled, memory: {}, calls: [] as Call[], runs: [] as Run[] };
  const fill = (code: string) =>
    code.replace(unfilled, n8n.secret).replace("https://earshot.example", api.url);
  const run = async (one: Call) => {
    const done = await runWorkflow(workflow, one, { key, memory: n8n.memory, fill });
    n8n.runs.push(done);
    return done;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const one = { headers: request.headers, body: await buffer(request) };
      n8n.calls.push(one);
      const { status } = await run(one).catch(() => ({ status: 500 }));
      response.writeHead(status!).end();
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/earshot`;
  return { n8n, run, address, close: () => (server.closeAllConnections(), void server.close()) };
}

async function person() {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const { bearer } = await createSession(user);
  const key = (await makeKey(bearer, { scope: "write" })).bearer.replace("Bearer ", "");
  const started = await startN8n(key);
  const body = { channel: "webhook", address: started.address };
  const made = await call(destinations.POST, "POST", "/api/destinations", { bearer, body });
  const { secret } = destinationMade.parse(made.body);
  const receives = async (keyword: string, title: string) => {
    const now = new Date();
    const watch = await createWatch(user, { keyword });
    const outbox = [{ channel: "webhook", dueAt: now, frequency: null }] as const;
    const { notification } = await createNotification(watch, { createdAt: now, outbox, item: { title } });
    // Repeat, because on busy machines the first round can be too early.
    const before = started.n8n.runs.length;
    await expect
      .poll(async () => {
        await enqueueDueDeliveries(new Date());
        await deliverAll();
        return started.n8n.runs.length;
      })
      .toBe(before + 1);
    return notification.id;
  };
  const getStatus = async (id: string) =>
    (await prisma().notification.findUniqueOrThrow({ where: { id } })).status;
  return { ...started, bearer, secret: secret!, receives, getStatus };
}

const deliverAll = () => {
  const now = new Date();
  return deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
};

test("every node is reachable and every connection leads to a node", () => {
  const names = workflow.nodes.map(({ name }) => name);
  const targets = Object.values(workflow.connections).flatMap(({ main }) =>
    main.flat().map((one) => one.node),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(workflow.connections).filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set([...targets, "Earshot calls"])).toEqual(new Set(names));
});

test("the file contains no personal data, and the docs name each node", () => {
  const text = readFileSync(file, "utf8");
  expect(text).not.toMatch(/whsec_(?!FILL_IN|')|esk_|credentials"/);
  const page = readFileSync("docs/n8n.md", "utf8");
  expect(workflow.nodes.filter(({ name }) => !page.includes(`**${name}**`))).toEqual([]);
  expect(page).toContain("](n8n-earshot.json)");
});

test("without a secret it responds to tests and rejects everything else", async () => {
  const { run, n8n, close } = await startN8n("");
  const sent = (body: object) => run({ headers: {}, body: Buffer.from(JSON.stringify(body)) });
  const { status, out } = await sent({ type: "test", data: {} });
  expect([status, out.has("Each match"), out.has("Unread notifications")]).toEqual([204, false, false]);
  await expect(sent({ type: "matches.created", data: { matches: [{}] } })).rejects.toThrow("Fill in");
  n8n.secret = "not one";
  await expect(sent({ type: "test", data: {} })).rejects.toThrow("no signing secret");
  expect(n8n.memory).toEqual({});
  close();
});

test("accepts a webhook once, passes on each match and marks it read in Earshot", async () => {
  const { n8n, run, bearer, secret, receives, getStatus, close } = await person();
  n8n.secret = secret;
  // The test message arrived before the secret was known. On replay its signature is valid, but it
  // contains no matches.
  expect(await run(n8n.calls[0]!)).toMatchObject({ status: 204 });
  expect([...n8n.runs[1]!.out.keys()]).toEqual([
    "Earshot calls",
    "Verify",
    "Is it Earshot?",
    "Taken",
    "Is it new?",
  ]);

  const earlier = await receives(`harbour ${"and its lights ".repeat(4)}`.trim(), "The harbour at night");
  const id = await receives("tidewater", "Tidewater — café & “support”");
  const last = n8n.runs.at(-1);
  expect(last!.status).toBe(204);
  expect(last!.out.get("Each match")).toMatchObject([
    { json: { title: "Tidewater — café & “support”", keywords: ["tidewater"] } },
  ]);
  expect(last!.out.get("Mark read")).toMatchObject([{ json: { updated: 1 } }]);
  expect([await getStatus(earlier), await getStatus(id)]).toEqual(["read", "read"]);

  // The same request again, and a replay from the delivery log.
  const sent = n8n.calls.at(-1)!;
  expect(await run(sent)).toMatchObject({ status: 204 });
  const deliveryId = String(sent.headers["webhook-id"]);
  const params = { id: deliveryId };
  expect((await call(replay.POST, "POST", "/api/deliveries", { bearer, params })).status).toBe(200);
  await deliverAll();
  expect(n8n.calls.at(-1)!.headers["webhook-id"]).toBe(deliveryId);
  for (const one of n8n.runs.slice(-2)) {
    expect(one.status).toBe(204);
    expect(one.out.has("Mark read") || one.out.has("Each match")).toBe(false);
  }
  expect(n8n.runs).toHaveLength(6);
  close();
});

test("rejects forged or late requests without storing them", async () => {
  const { n8n, run, secret, receives, close } = await person();
  n8n.secret = secret;
  await receives("tidewater", "Tidewater");
  const sent = n8n.calls.at(-1)!;
  n8n.memory = {};
  const headers = (more: object) => ({ ...sent, headers: { ...sent.headers, ...more } });
  const signedAt = (seconds: number, by = secret) => {
    const at = new Date(Date.now() + seconds * 1_000);
    const signature = new Webhook(by).sign("msg_1", at, sent.body.toString());
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    return headers({
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
    });
  };
  const another = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const refused: Record<string, Call> = {
    "another body": { ...sent, body: Buffer.from(sent.body.toString().replace("Tidewater", "tidewater")) },
    "another id": headers({ "webhook-id": "msg_2" }),
    "another moment": headers({ "webhook-timestamp": String(Number(sent.headers["webhook-timestamp"]) + 1) }),
    "no moment": headers({ "webhook-timestamp": undefined }),
    "no signature": headers({ "webhook-signature": undefined }),
    "half a signature": headers({ "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQ" }),
    "another version": headers({
      "webhook-signature": String(sent.headers["webhook-signature"]).replace("v1,", "v2,"),
    }),
    "another secret": signedAt(0, another),
    "six minutes late": signedAt(-360),
    "six minutes early": signedAt(360),
  };
  for (const [name, one] of Object.entries(refused)) {
    const { status, out } = await run(one);
    expect([name, status, out.has("Is it new?")]).toEqual([name, 401, false]);
  }
  expect(n8n.memory).toEqual({});
  // Two signatures, but only one is valid, as after a secret rotation.
  const both = `${new Webhook(another).sign("msg_3", new Date(), "x")} ${String(sent.headers["webhook-signature"])}`;
  expect(await run(headers({ "webhook-signature": both }))).toMatchObject({ status: 204 });
  expect(await run(signedAt(-290))).toMatchObject({ status: 204 });
  close();
});
