import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as health from "@/app/api/health/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as all from "@/app/api/notifications/route";
import { notificationQuery } from "@/contract/notification-query";
import { findAccount } from "@/server/accounts/statements/accounts";
import { getFilter } from "@/server/notifications/notification-query";
import { searchNotifications } from "@/server/notifications/statements/search";
import { pool, prisma } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { inBackground } from "@/server/platform/work";
import { countWaiting, holdTable } from "../support/locked-table";
import { makeKey } from "../support/api-keys";
import { signedIn } from "../support/signed-in";
import { createManyNotifications } from "../support/many-notifications";
import { unlimited } from "../support/unlimited";

// Requests must be able to wait in the database in parallel.
process.env.DATABASE_POOL = "8";

let release: (() => Promise<void>) | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await release?.();
  release = undefined;
});

const tooBroad = {
  code: "SEARCH_TOO_BROAD",
  message: "This search takes too long. Add a word or a filter.",
};

test("returns SEARCH_TOO_BROAD for slow searches and UPSTREAM_UNAVAILABLE for other slow reads", async () => {
  const person = await signedIn("pro");
  await createNotification(await createWatch(person.user));
  vi.spyOn(log(), "error").mockImplementation(() => undefined);
  release = await holdTable("Item");
  const send = async (route: Parameters<typeof person.request>[0], path: string) => {
    const { status, body } = await person.request(route, "GET", path);
    return [status, body];
  };
  expect(
    await Promise.all([
      send(all, "/notifications?q=tidewater"),
      send(all, "/notifications?kind=comment"),
      send(grouped, "/notifications/grouped?q=tidewater"),
      send(grouped, "/notifications/grouped?status=all"),
    ]),
  ).toMatchObject([
    [422, tooBroad],
    [422, tooBroad],
    [422, tooBroad],
    [503, { code: "UPSTREAM_UNAVAILABLE" }],
  ]);
  expect(await countWaiting()).toBe(0);
});

test("cancels the statement and logs no error when the client disconnects", async () => {
  const { bearer, user } = await signedIn("pro");
  await createNotification(await createWatch(user));
  const errors = vi.spyOn(log(), "error");
  release = await holdTable("Item");
  const client = new AbortController();
  const request = new Request("http://localhost:3000/api/notifications?q=tidewater", {
    headers: { authorization: bearer },
    signal: client.signal,
  });
  const answering = all.GET(request, { params: Promise.resolve({}) });
  await expect.poll(countWaiting).toBe(1);
  client.abort();
  expect((await answering).status).toBe(499);
  expect(await countWaiting()).toBe(0);
  expect(errors).not.toHaveBeenCalled();
});

test("doesn't log that the database is unavailable when a client of the health check disconnects", async () => {
  const errors = vi.spyOn(log(), "error");
  release = await holdTable("Run");
  const client = new AbortController();
  const request = new Request("http://localhost:3000/api/health", { signal: client.signal });
  const answering = health.GET(request, { params: Promise.resolve({}) });
  await expect.poll(countWaiting).toBe(1);
  client.abort();
  expect((await answering).status).toBe(499);
  expect(errors).not.toHaveBeenCalled();
});

/** Waits until the statements of a read would have been canceled. */
const untilCanceled = () => sleep(300);

test("completes a write after the client disconnects", async () => {
  const { bearer, user } = await signedIn("pro");
  await createNotification(await createWatch(user));
  const { id } = await prisma().notification.findFirstOrThrow({ where: { userId: user.id } });
  const one = await import("@/app/api/notifications/[id]/read/route");
  release = await holdTable("Notification");
  const client = new AbortController();
  const request = new Request(`http://localhost:3000/api/notifications/${id}/read`, {
    method: "PATCH",
    headers: { authorization: bearer },
    signal: client.signal,
  });
  const answering = one.PATCH(request, { params: Promise.resolve({ id }) });
  await expect.poll(countWaiting).toBe(1);
  client.abort();
  await untilCanceled();
  await release();
  expect((await answering).status).toBe(200);
});

test("completes an MCP write after the client disconnects", async () => {
  const { bearer, user } = await signedIn("pro");
  await createNotification(await createWatch(user));
  const { id } = await prisma().notification.findFirstOrThrow({ where: { userId: user.id } });
  const key = await makeKey(bearer, { scope: "write" });
  const mcp = await import("@/app/api/mcp/route");
  release = await holdTable("Notification");
  const client = new AbortController();
  const params = { name: "mark_matches", arguments: { ids: [id], as: "read" } };
  const request = new Request("http://localhost:3000/api/mcp", {
    method: "POST",
    headers: {
      ...{ authorization: key.bearer, accept: "application/json, text/event-stream" },
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: client.signal,
  });
  const answering = mcp.POST(request, { params: Promise.resolve({}) });
  await expect.poll(countWaiting).toBe(1);
  client.abort();
  await untilCanceled();
  await release();
  await answering;
  expect(await prisma().notification.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "read" });
});

test("searching for 20 words takes up to six times as long as for one", async () => {
  const { user } = await signedIn("pro");
  await createManyNotifications([await createWatch(user)], 200);
  await unlimited(`UPDATE "Item" SET "content" = repeat('Größe und Gewicht of it, ', 1600)`);
  const filter = getFilter((await findAccount(pool(), user.id))!, notificationQuery.parse({ status: "all" }));
  const words = Array.from({ length: 20 }, (_, n) => `absent${n}`);
  const searched = async (q: string) => {
    const startedMs = performance.now();
    const { found } = await inBackground(() => searchNotifications(pool(), filter, { q }));
    expect(found).toEqual([]);
    return performance.now() - startedMs;
  };
  const ratios = [];
  for (let round = 0; round < 3; round += 1)
    ratios.push((await searched(words.join(" OR "))) / (await searched(words[0]!)));
  expect(Math.min(...ratios)).toBeLessThan(6);
});
