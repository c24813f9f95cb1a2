import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createNotification, createSession, createWatch } from "../../../prisma/factories";
import * as log from "@/app/api/destinations/[id]/deliveries/route";
import * as own from "@/app/api/destinations/route";
import * as openapi from "@/app/api/openapi.json/route";
import * as exported from "@/app/api/users/export/route";
import { type ChannelName, channelNames, givenOf } from "@/channels/registry";
import { deliverDue } from "@/server/delivery/deliver";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { scrapeMetrics } from "@/server/operation/metrics";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { decrypt } from "@/server/platform/encryption";
import { call } from "../../support/request";
import type { StubResponse, Listener, Receiver } from "./receiver";
import { receivers } from "./receivers";

// The log lines of all levels as they leave the process.
const lines: string[] = [];
const output = vi.hoisted(() => ({ write: null as null | ((line: string) => void) }));
vi.mock("pino", async (original) => {
  const { default: pino } = await original<{ default: (options: object, to: Writable) => unknown }>();
  const to = new Writable({ write: (chunk, _, done) => (output.write?.(String(chunk)), done()) });
  const made = (options: object) => pino({ ...options, level: "trace" }, to);
  return { default: Object.assign(made, pino) };
});

const input = channelNames.filter((name) => givenOf(name) !== undefined);
const started = new Map<ChannelName, Receiver>();
beforeAll(async () => {
  output.write = (line) => lines.push(line);
  for (const name of input) started.set(name, await receivers[name]());
});
afterAll(() => Promise.all([...started.values()].map((receiver) => receiver.close())));

const failures: readonly (StubResponse | "gone" | "away")[] = [
  { how: "pace", waitSeconds: 60 },
  { how: "5xx" },
  { how: "refused" },
  { how: "lost" },
  "away",
  "gone",
];

/** A run that waits for a receiver continues with the next message. */
const runMs = 1_000;

/** Delivers a message through each failure in turn, a quarter of an hour apart. */
async function meetAll(receiver: Receiver, listener: Listener, channel: ChannelName): Promise<void> {
  let now = new Date("2026-11-21T14:03:07.250Z");
  const later = (ms: number) => new Date(now.getTime() + ms);
  for (const failure of failures) {
    const watch = await createWatch({ id: listener.userId }, { keyword: `word ${newId()}` });
    const outbox = [{ channel, dueAt: now, frequency: "realtime" as const }];
    await createNotification(watch, { createdAt: now, outbox });
    await enqueueDueDeliveries(now);
    if (failure === "gone") receiver.end(listener);
    else if (failure === "away") receiver.break(listener);
    else receiver.next(failure);
    for (let round = 0; round < 2; round++, now = later(15 * 60_000)) {
      const startedMs = performance.now();
      const until = later(runMs);
      await deliverDue(
        () => later(performance.now() - startedMs),
        () => until,
      );
    }
    receiver.reset();
  }
}

/** All stored data about deliveries and destinations. */
async function stored(): Promise<string> {
  const tables = ["Destination", "Delivery", "DeliveryAttempt", "OutboxEntry", "Run"];
  const result = await Promise.all(tables.map((table) => pool().query(`SELECT * FROM "${table}"`)));
  return JSON.stringify(result.map(({ rows }) => rows));
}

test.each(input)(
  "%s stores the address and secret only encrypted after any outcome of a message",
  async (name) => {
    const receiver = started.get(name)!;
    const listener = await receiver.makeListener();
    const { id, encryptedAddress, encryptedSecret } = await prisma().destination.findFirstOrThrow({
      where: { userId: listener.userId, channel: name },
    });
    const address = decrypt(encryptedAddress!, id)!;
    // Telegram's address is a chat id; the others are URLs.
    const canaries = [URL.canParse(address) ? new URL(address).pathname.slice(-12) : address, listener.at];
    if (encryptedSecret !== null) canaries.push(decrypt(encryptedSecret, id)!.replace(/^whsec_/, ""));

    await meetAll(receiver, listener, name);
    const attempts = await prisma().deliveryAttempt.count();
    expect(attempts).toBeGreaterThanOrEqual(failures.length);

    const { bearer } = await createSession({ id: listener.userId });
    const params = { id };
    const places = {
      database: await stored(),
      metrics: await (await scrapeMetrics()).text(),
      document: JSON.stringify((await call(openapi.GET, "GET", "/api/openapi.json")).body),
      list: JSON.stringify((await call(own.GET, "GET", "/api/destinations", { bearer })).body),
      log: JSON.stringify(
        (await call(log.GET, "GET", `/api/destinations/${id}/deliveries`, { bearer, params })).body,
      ),
      export: JSON.stringify((await call(exported.GET, "GET", "/api/users/export", { bearer })).body),
      lines: lines.join(""),
    };
    expect(places.lines).toContain('"level"');
    expect(places.list).toContain(id);
    expect(places.export).toContain(id);
    for (const [place, text] of Object.entries(places))
      for (const canary of canaries) expect(text.includes(canary), `${place}: ${canary}`).toBe(false);
  },
);
