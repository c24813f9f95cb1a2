import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { runDeliver } from "@/server/operation/cron";
import { wakeDelivery } from "@/server/operation/wake-delivery";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import { createDestination } from "../support/given-destinations";
import { openStatementLog } from "../support/statement-log";

/** Maximum statements from a recorded match to the accepted webhook, idle checks included. */
const maxStatements = 45;

let server: Server;
let received = 0;
let end: () => void;
const running = new Set<Promise<unknown>>();

beforeAll(async () => {
  Object.assign(process.env, { SCHEDULER: "on", LOCAL_ADDRESSES: "127.0.0.1/32" });
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      received += 1;
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  end();
  await Promise.all(running);
  delete process.env.SCHEDULER;
  delete process.env.LOCAL_ADDRESSES;
  server.close();
});

test("sends a recorded match to a webhook with few statements", async () => {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  await createDestination(user.id, { channel: "webhook", address, secret: "whsec_c2VjcmV0" });
  const watch = await createWatch(user, { activeSince: new Date(0) });
  const log = await openStatementLog();
  end = wakeDelivery(async () => {
    const run = runDeliver();
    running.add(run);
    const tally = await run.finally(() => running.delete(run));
    return "sent" in tally && tally.sent > 0;
  });
  await sleep(3_000);
  const statements = await log.during(async () => {
    const now = new Date();
    await recordRead({
      items: [
        {
          ...{ fullname: `t3_${newId()}`, kind: "post", site: "reddit", place: "webdev" },
          ...{ title: "tidewater", body: "", html: null, author: null, url: "https://www.reddit.com/" },
          ...{ createdAt: now, over18: false },
        },
      ],
      match: () => [{ watchId: watch.id, revision: 1 }] as never,
      isNamed: () => true,
      outcomes: [],
      gaps: [],
      now,
    });
    const isSent = async () =>
      received === 1 &&
      (await pool().query(`SELECT FROM "Delivery" WHERE "channel" = 'webhook' AND "status" = 'sent'`))
        .rowCount === 1;
    await expect.poll(isSent, { interval: 50, timeout: 20_000 }).toBe(true);
  });
  // Not the statements of the recording and of this test.
  const from = statements.findIndex((text) => text.includes("pg_notify"));
  const own = statements.slice(from + 1).filter((text) => !text.startsWith(`SELECT FROM "Delivery" WHERE`));
  if (own.length > maxStatements || process.env.SHOW)
    console.log(own.map((text) => text.slice(0, 90)).join("\n"));
  expect(from).toBeGreaterThan(0);
  expect(own.length).toBeLessThanOrEqual(maxStatements);
});
