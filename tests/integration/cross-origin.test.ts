import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import type { route } from "@/server/http/route";
import { pool } from "@/server/platform/database";
import { call } from "../support/request";

type Handlers = ReturnType<typeof route>;

/** Content types that other sites can send with the cookie and without a CORS preflight. */
const types = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", undefined];
const elsewhere = [
  "https://evil.example",
  "null",
  "http://localhost:3001",
  "http://localhost:3000.evil.example",
];
const writing = ["POST", "PUT", "PATCH", "DELETE"] as const;
/** Routes authorized by tokens or signatures instead of the session, tested elsewhere. */
const byProof = /^(?:cron|webhooks|unsubscribe|mute|auth\/(?:decline|no-email))\/|^\[\[/;

const routes = readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => path.dirname(file))
  .filter((name) => !byProof.test(name));

async function handlersOf(name: string): Promise<Handlers> {
  return (await import(/* @vite-ignore */ path.resolve(`src/app/api/${name}/route.ts`))) as Handlers;
}

/** Returns all stored rows of the user. */
async function everythingOf(userId: string): Promise<unknown[]> {
  const of = (table: string, column = "userId") =>
    pool().query(`SELECT to_jsonb(t) AS row FROM "${table}" t WHERE "${column}" = $1 ORDER BY t::text`, [
      userId,
    ]);
  const tables = await Promise.all([
    of("User", "id"),
    of("Session"),
    of("Watch"),
    of("Notification"),
    of("Delivery"),
    of("EmailToken"),
    of("Destination"),
    of("SavedView"),
    of("Subscription"),
  ]);
  return tables.map(({ rows }) => rows);
}

async function victim() {
  const user = await createUser();
  const watch = await createWatch(user);
  const { notification } = await createNotification(watch);
  const { cookie, session } = await createSession(user);
  return { user, cookie, ids: { id: watch.id, notificationId: notification.id, sessionId: session.id } };
}

test.each(routes)("/api/%s ignores a cookie sent by another site", async (name) => {
  const { user, cookie, ids } = await victim();
  const id = name.startsWith("notifications")
    ? ids.notificationId
    : name.startsWith("users/sessions")
      ? ids.sessionId
      : ids.id;
  const before = await everythingOf(user.id);
  const handlers = await handlersOf(name);
  for (const method of writing) {
    const { kind } = handlers[method].serves ?? {};
    if (kind === undefined) continue;
    for (const [at, type] of types.entries()) {
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
      const sent = {
        cookie,
        headers,
        origin: elsewhere[at],
        params: { id, token: "x", secret: "x", name: "x" },
        // The body is empty without a content type, otherwise like a form's.
        body: type === undefined ? undefined : '{"all":true,"password":"Listen-2026"}',
      };
      const response = await call(handlers[method], method, `/api/${name}`, sent);
      const wanted = kind === "user" ? [401] : type === undefined ? [204, 400, 401] : [415];
      expect([method, type, wanted.includes(response.status), response.status]).toEqual([
        method,
        type,
        true,
        response.status,
      ]);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  }
  expect(await everythingOf(user.id)).toEqual(before);
});

test("the list contains every endpoint that writes for a user", async () => {
  let calls = 0;
  for (const name of routes) {
    const handlers = await handlersOf(name);
    calls += writing.filter((method) => handlers[method].serves !== undefined).length;
  }
  expect(calls).toBeGreaterThanOrEqual(35);
});
