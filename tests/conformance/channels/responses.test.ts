import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { closed } from "../../../sandbox/socket";
import { type ChannelName, givenOf } from "@/channels/registry";
import type { Outcome } from "@/domain/delivery/channel";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/pending-email";
import { vendorResponses } from "../../support/vendor-responses";

// Read at first use, which is after this.
process.env.LOCAL_ADDRESSES = "127.0.0.1/32";

type Answering = (request: IncomingMessage, response: ServerResponse) => void;
let answering: Answering = () => undefined;
/** The hosts of the requests that arrived. */
const requested: string[] = [];
// The second address is this machine's too, but isn't allowed.
const servers = ["127.0.0.1", "127.0.0.2"].map((host) => {
  const server = createServer((request, response) => {
    requested.push(host);
    answering(request, response);
    request.resume();
  });
  return { host, server, port: 0 };
});
beforeAll(async () => {
  for (const one of servers) {
    await new Promise<void>((done) => one.server.listen(0, one.host, done));
    one.port = (one.server.address() as AddressInfo).port;
  }
});
afterAll(() => Promise.all(servers.map(({ server }) => (server.closeAllConnections(), closed(server)))));
const at = (host: string) => `http://${host}:${servers.find((one) => one.host === host)!.port}`;

let now: Date;
beforeEach(async () => {
  await emptyOutbox();
  requested.length = 0;
  // Reset the pacing of the host, which all these tests share.
  delete (globalThis as { earshotGate?: unknown }).earshotGate;
  now = new Date("2026-11-21T14:03:07.250Z");
});

const channels = ["webhook", "slack", "discord", "teams", "ntfy"] as const;

/** Runs delivery once for a user with a pending message to this address. Returns the result. */
async function result(channel: ChannelName, host = "127.0.0.1", runMs = 5_000) {
  const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
  const secret = givenOf(channel)?.makeSecret?.() ?? null;
  const address = `${at(host)}/${newId()}`;
  const id = await createDestination(userId, { channel, address, secret });
  const watch = await createWatch({ id: userId }, { keyword: `word ${newId()}` });
  const outbox = [{ channel, dueAt: now, frequency: "realtime" as const }];
  await createNotification(watch, { createdAt: now, outbox });
  await enqueueDueDeliveries(now);
  const startedMs = performance.now();
  const until = new Date(now.getTime() + runMs);
  await deliverDue(
    () => new Date(now.getTime() + performance.now() - startedMs),
    () => until,
  );
  const delivery = await prisma().delivery.findFirstOrThrow({
    where: { userId, channel },
    include: { tries: true },
  });
  const destination = await prisma().destination.findUniqueOrThrow({ where: { id } });
  return { delivery, destination, words: delivery.tries.map(({ answer: reply }) => reply) };
}

const results: Record<Outcome["kind"], { status: string; isOff: boolean }> = {
  sent: { status: "sent", isOff: false },
  later: { status: "pending", isOff: false },
  unknown: { status: "pending", isOff: false },
  refused: { status: "failed", isOff: false },
  gone: { status: "skipped", isOff: true },
};

test.each(vendorResponses)("%s responds %o: %s", async (channel, { status, text: body = "" }, kind) => {
  answering = (_request, response) => response.writeHead(status).end(body);
  const { delivery, destination, words } = await result(channel);
  expect({ status: delivery.status, isOff: destination.offAt !== null }).toEqual(results[kind]);
  expect(requested).toEqual(["127.0.0.1"]);
  // The log contains the response.
  expect(words).toEqual([expect.stringContaining(String(status))]);
});

test.each(["invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"])(
  "slack rejects a message as %s: it arrives in a shorter form",
  async (code) => {
    const bodies: { text?: string; blocks?: unknown[] }[] = [];
    answering = (request, response) => {
      void text(request).then((body) => {
        const isFirst = bodies.push(JSON.parse(body) as object) === 1;
        response.writeHead(isFirst ? 400 : 200).end(isFirst ? code : "ok");
      });
    };
    const { delivery } = await result("slack");
    expect(delivery.status).toBe("sent");
    expect(bodies.map(({ blocks }) => blocks === undefined)).toEqual([false, true]);
    expect(bodies[1]!.text).toContain("/notifications");
    expect(bodies[1]!.text!.length).toBeLessThan(3_000);
  },
);

test("slack rejects the shorter form as well: the message fails after two requests", async () => {
  answering = (_request, response) => response.writeHead(400).end("invalid_blocks");
  const { delivery, destination } = await result("slack");
  expect([delivery.status, destination.offAt]).toEqual(["failed", null]);
  expect(requested).toHaveLength(2);
});

test.each([
  ["embeds", 2, "sent"],
  ["content", 1, "failed"],
])(
  "discord rejects the %s of a message: %i requests, and the message is %s",
  async (field, count, status) => {
    const bodies: { embeds: { url?: string }[] }[] = [];
    answering = (request, response) => {
      void text(request).then((body) => {
        const isFirst = bodies.push(JSON.parse(body) as (typeof bodies)[number]) === 1;
        response
          .writeHead(isFirst ? 400 : 200)
          .end(JSON.stringify(isFirst ? { [field]: ["0"] } : { id: "1" }));
      });
    };
    const { delivery } = await result("discord");
    expect(delivery.status).toBe(status);
    expect(bodies.map(({ embeds }) => embeds[0]!.url === undefined)).toEqual([false, true].slice(0, count));
  },
);

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  channels.map((name) => [name, status] as const),
);
test.each(redirects)("%s redirects with %i, which isn't followed", async (channel, status) => {
  answering = (_request, response) =>
    response.writeHead(status, { location: `${at("127.0.0.1")}/else` }).end();
  const { delivery, words } = await result(channel);
  expect(delivery.status).toBe("pending");
  expect(requested).toEqual(["127.0.0.1"]);
  expect(words).toEqual([expect.stringContaining(String(status))]);
});

test.each(channels)("%s doesn't send requests to a forbidden address", async (channel) => {
  const { delivery, words } = await result(channel, "127.0.0.2");
  expect(delivery.status).toBe("pending");
  expect(requested).toEqual([]);
  expect(words).toHaveLength(1);
});

test.each(channels)("%s sends an endless response, and only its start is read", async (channel) => {
  let written = 0;
  answering = (_request, response) => {
    response.writeHead(503);
    const part = Buffer.alloc(16_384, "no ");
    const more = () => {
      written += part.length;
      if (!response.destroyed) response.write(part, () => setImmediate(more));
    };
    more();
  };
  const { delivery, words } = await result(channel);
  expect(delivery.status).toBe("pending");
  expect(words).toEqual([expect.stringContaining("503")]);
  expect(words[0]!.length).toBeLessThan(400);
  expect(written).toBeLessThan(4_000_000);
});

test.each(channels)("%s disconnects after a success status, which counts as sent", async (channel) => {
  answering = (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("ok", () => response.destroy());
  };
  const { delivery, words } = await result(channel);
  expect(delivery.status).toBe("sent");
  expect(words).toEqual([expect.stringContaining("200")]);
});

const waits = [
  ["seconds", () => "120"],
  ["a date", () => new Date(Date.now() + 121_000).toUTCString()],
] as const;
test.each(channels.flatMap((name) => waits.map(([form, value]) => [name, form, value] as const)))(
  "%s asks us to wait by %s, and isn't retried earlier",
  async (channel, _form, value) => {
    answering = (_request, response) => response.writeHead(429, { "retry-after": value() }).end();
    const { delivery } = await result(channel);
    expect(delivery.status).toBe("pending");
    expect(delivery.nextAttemptAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(119_000);
  },
);
