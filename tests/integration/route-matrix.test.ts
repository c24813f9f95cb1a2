import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  createDelivery,
  createNotification,
  createSession,
  createSubscription,
  createUser,
  createWatch,
} from "../../prisma/factories";
import type { User } from "@/generated/prisma/client";
import type { route } from "@/server/http/route";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { accessToken } from "@/server/accounts/session-tokens";
import { emailToken, tokenHash } from "@/server/platform/tokens";
import { makeKey } from "../support/api-keys";
import { call } from "../support/request";
import { createDestination } from "../support/given-destinations";

type Handlers = ReturnType<typeof route>;
type Method = Exclude<keyof Handlers, "OPTIONS">;

/** A resource of the owner, and the row that other users must not change. */
interface Resource {
  id: string;
  table: "Watch" | "Notification" | "Session" | "Destination" | "Delivery" | "ApiKey" | "SavedView";
}
interface Row {
  make: (owner: User) => Promise<Resource>;
  /** For endpoints with the id in the body. */
  body?: (id: string) => object;
  owned?: number;
  /** The endpoint leaves the row unchanged: it creates something else or only returns data. */
  makesAnother?: true;
}

const watch = async (owner: User): Promise<Resource> => ({
  id: (await createWatch(owner)).id,
  table: "Watch",
});
const paused = async (owner: User): Promise<Resource> => ({
  id: (await createWatch(owner, { isActive: false })).id,
  table: "Watch",
});
const notification = async (owner: User): Promise<Resource> => {
  const { notification: made } = await createNotification(await createWatch(owner));
  return { id: made.id, table: "Notification" };
};
const proNotification = async (owner: User): Promise<Resource> => {
  await createSubscription(owner);
  return notification(owner);
};
const archived = async (owner: User): Promise<Resource> => {
  const { notification: made } = await createNotification(await createWatch(owner), { status: "archived" });
  return { id: made.id, table: "Notification" };
};
const starred = async (owner: User): Promise<Resource> => {
  const { notification: made } = await createNotification(await createWatch(owner), {
    starredAt: new Date(),
  });
  return { id: made.id, table: "Notification" };
};
const savedView = async ({ id: userId }: User): Promise<Resource> => {
  const data = { id: newId(), userId, name: "Starred of late", filters: { status: "starred" } };
  return { id: (await prisma().savedView.create({ data })).id, table: "SavedView" };
};
const device = async (owner: User): Promise<Resource> => ({
  id: (await createSession(owner)).session.id,
  table: "Session",
});
const apiKey = async ({ id: userId }: User): Promise<Resource> => {
  const id = newId();
  const data = { id, userId, label: "A program", keyHash: tokenHash(id), lastFour: "7Kq2", scope: "read" };
  await prisma().apiKey.create({ data });
  return { id, table: "ApiKey" };
};
const receiver = async (owner: User): Promise<Resource> => {
  await createSubscription(owner);
  const address = `https://hooks.example/${owner.id}`;
  const input = { channel: "webhook", address, secret: "whsec_c2VjcmV0" } as const;
  return { id: await createDestination(owner.id, input), table: "Destination" };
};
const message = async (owner: User): Promise<Resource> => {
  const { id: destinationId } = await receiver(owner);
  const { id } = await createDelivery(owner, { channel: "webhook", destinationId });
  return { id, table: "Delivery" };
};
const ids = (id: string) => ({ ids: [id] });
const tomorrow = () => ({ until: new Date(Date.now() + 86_400_000).toISOString() });

/** Every endpoint that takes the id of a user's resource. */
const rows: Record<string, Row> = {
  "POST deliveries/[id]/replay": { make: message },
  "PUT destinations/[id]": { make: receiver, body: () => ({ label: "taken over" }) },
  "DELETE destinations/[id]": { make: receiver, owned: 204 },
  "GET destinations/[id]/deliveries": { make: receiver },
  "POST destinations/[id]/secret": { make: receiver },
  "POST destinations/[id]/test": { make: receiver, makesAnother: true },
  "DELETE keys/[id]": { make: apiKey, owned: 204 },
  "GET keywords/[id]": { make: watch },
  "PUT keywords/[id]": { make: watch, body: () => ({ keyword: "taken over" }) },
  "DELETE keywords/[id]": { make: watch, owned: 204 },
  "POST keywords/[id]/preview-change": { make: watch, makesAnother: true },
  "GET keywords/[id]/receipt": { make: watch },
  "GET keywords/[id]/stats": { make: watch },
  "PATCH keywords/[id]/toggle": { make: watch },
  "POST keywords/delete": { make: watch, body: ids },
  "POST keywords/active": { make: paused, body: (id) => ({ isActive: true, ids: [id] }) },
  "GET notifications/[id]": { make: notification },
  "DELETE notifications/[id]": { make: notification, owned: 204 },
  "PATCH notifications/[id]/archive": { make: notification },
  "POST notifications/[id]/not-relevant": { make: proNotification, makesAnother: true },
  "POST notifications/[id]/follow": { make: notification, owned: 201, makesAnother: true },
  "GET notifications/[id]/replies": { make: notification },
  "PATCH notifications/[id]/open": { make: notification },
  "PATCH notifications/[id]/read": { make: notification },
  "PATCH notifications/[id]/unread": { make: archived },
  "PATCH notifications/[id]/star": { make: notification },
  "PATCH notifications/[id]/unstar": { make: starred },
  "POST notifications/read": { make: notification, body: ids },
  "POST notifications/archive": { make: notification, body: ids },
  "POST notifications/delete": { make: notification, body: ids },
  "POST notifications/unread": { make: archived, body: ids },
  "PATCH notifications/[id]/snooze": { make: notification, body: tomorrow },
  "POST notifications/snooze": { make: notification, body: (id) => ({ ...ids(id), ...tomorrow() }) },
  "POST notifications/star": { make: notification, body: ids },
  "POST notifications/unstar": { make: starred, body: ids },
  "DELETE views/[id]": { make: savedView, owned: 204 },
  "DELETE users/sessions/[id]": { make: device, owned: 204 },
};
/** Path parameters that aren't ids. */
const otherParameters = ["secret", "token", "name"];
/** Ids created by Stripe; tests/integration/billing/checkout.test.ts tests other users' ids. */
const idsOfStripe = ["POST subscriptions/sync"];
/** The id of a JSON-RPC message; tests/integration/mcp.test.ts tests ids of other users in tool arguments. */
const idsOfMessages = ["POST mcp"];

const files = readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts") && !file.startsWith("[["))
  .map((file) => path.dirname(file));
const handlersOf = async (name: string) =>
  (await import(/* @vite-ignore */ path.resolve(`src/app/api/${name}/route.ts`))) as Handlers;

/** Returns the endpoints that take an id, in the path or as a field of the validated body. */
async function callsWithIds(): Promise<string[]> {
  const found: string[] = [];
  for (const name of files) {
    const parameters = [...name.matchAll(/\[(\w+)\]/g)].map(([, parameter]) => parameter!);
    const inPath = parameters.some((parameter) => !otherParameters.includes(parameter));
    for (const [method, handler] of Object.entries(await handlersOf(name))) {
      if (handler.serves === undefined) continue;
      const { body } = handler.serves.policy as { body?: { shape?: object } };
      const inBody = Object.keys(body?.shape ?? {}).some((field) => /^ids?$|[a-z]Ids?$/.test(field));
      if (inPath || inBody) found.push(`${method} ${name}`);
    }
  }
  return found;
}

test("the table lists exactly the endpoints that take an id", async () => {
  const prices = ["POST subscriptions/create-checkout-session"];
  const known = [...Object.keys(rows), ...idsOfStripe, ...idsOfMessages, ...prices];
  expect((await callsWithIds()).toSorted()).toEqual(known.toSorted());
});

/** Returns bearer values that must not give access. */
async function others(owner: User): Promise<Record<string, string | undefined>> {
  const { session, refreshToken, cookie } = await createSession(owner);
  const gone = await createUser();
  const { bearer: ofNobody } = await createSession(gone);
  await prisma().user.delete({ where: { id: gone.id } });
  return {
    nobody: undefined,
    "a deleted user": ofNobody,
    "an expired token": `Bearer ${await expiredToken(owner.id, session.id)}`,
    "a refresh token": `Bearer ${refreshToken}`,
    "a cookie": `Bearer ${cookie.slice(cookie.indexOf("=") + 1)}`,
    "a mail's token": `Bearer ${await mailedToken(owner)}`,
  };
}

/** Returns an expired token of a live session, created two hours ago. */
async function expiredToken(userId: string, sessionId: string): Promise<string> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 2 * 3_600_000 });
  const token = await accessToken({ userId, sessionId });
  vi.useRealTimers();
  return token;
}
afterEach(() => {
  vi.useRealTimers();
});

async function mailedToken(owner: User): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const text = emailToken(id);
  await prisma().emailToken.create({
    data: { id, userId: owner.id, kind: "reset", tokenHash: tokenHash(text), email: owner.email, expiresAt },
  });
  return text;
}

/** A response without its request id and undo token, which differ every time. */
const alike = ({ headers, body, ...response }: Awaited<ReturnType<typeof call>>) => ({
  ...response,
  body: { ...(body as object), undo: undefined },
  headers: [...headers].filter(([name]) => name !== "x-request-id"),
});

const stored = async ({ table, id }: Resource) =>
  (await pool().query(`SELECT to_jsonb(t) AS row FROM "${table}" t WHERE "id" = $1`, [id])).rows[0]
    ?.row as object;

test.each(Object.keys(rows))("%s serves only its owner", async (name) => {
  const [method, at] = name.split(" ") as [Method, string];
  const { make, body, owned = 200, makesAnother } = rows[name]!;
  const handler = (await handlersOf(at))[method];
  const owner = await createUser();
  const resource = await make(owner);
  const before = await stored(resource);
  expect(before).toMatchObject({ id: resource.id });
  const request = (bearer: string | undefined, id: string) =>
    call(handler, method, `/api/${at.replace("[id]", id)}`, {
      bearer,
      params: at.includes("[id]") ? { id } : {},
      ...(body && { body: body(id) }),
    });

  for (const [who, bearer] of Object.entries(await others(owner))) {
    const response = await request(bearer, resource.id);
    const code = who === "an expired token" ? "TOKEN_EXPIRED" : "UNAUTHORIZED";
    expect([who, response.status, response.body.code]).toEqual([who, 401, code]);
  }
  const { bearer: anonymous } = await createSession(await createUser());
  // An API key is limited to its owner's access.
  const { key } = handler.serves!.policy as { key?: string };
  const byKey = await request((await makeKey(anonymous, { scope: "write" })).bearer, resource.id);
  const refused = await request(anonymous, resource.id);
  const wanted = key === "never" ? [403, "KEY_NOT_ALLOWED"] : [refused.status, refused.body.code];
  expect([byKey.status, byKey.body.code]).toEqual(wanted);
  const missing = await request(anonymous, newId());
  expect(alike(refused)).toEqual(alike(missing));
  if (at.includes("[id]")) {
    expect([refused.status, refused.body.code]).toEqual([404, "NOT_FOUND"]);
    const malformed = await request(anonymous, "x");
    expect([malformed.status, malformed.body]).toEqual([404, refused.body]);
  } else expect([refused.status, refused.body]).toMatchObject([200, { updated: 0 }]);
  expect(await stored(resource)).toEqual(before);

  // The owner's own request succeeds, so the resource exists.
  const { bearer } = await createSession(owner);
  const served = await request(bearer, resource.id);
  expect(served.status).toBe(owned);
  if (!at.includes("[id]")) expect(served.body).toMatchObject({ updated: 1 });
  if (method !== "GET" && !makesAnother) expect(await stored(resource)).not.toEqual(before);
});
