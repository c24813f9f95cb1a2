import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as env from "@/env";
import type { Operation } from "@/contract/operations/operation";
import type { route } from "@/server/http/route";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { makeKey } from "../support/api-keys";
import { call } from "../support/request";

type Handlers = ReturnType<typeof route>;

/** All operations with user authentication. */
const calls = await Promise.all(
  readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("/route.ts") && !file.startsWith("[["))
    .map(async (file) => {
      const handlers = (await import(/* @vite-ignore */ path.resolve("src/app/api", file))) as Handlers;
      return Object.entries(handlers).flatMap(([method, handler]) =>
        handler.serves?.kind !== "user"
          ? []
          : {
              name: `${method} /${path.dirname(file)}`,
              method,
              handler,
              operation: handler.serves.policy as Operation,
            },
      );
    }),
).then((all) => all.flat());

/**
 * Not available to API keys: sign-in, the account except its profile, keys, browsers and downloads,
 * destinations and billing.
 */
function isRetained(name: string): boolean {
  if (name === "GET /users/profile") return false;
  if (name === "POST /notifications/export") return true;
  if (/ \/(auth|users|keys|push)\b/.test(name)) return true;
  return / \/(destinations|deliveries|subscriptions)\b/.test(name) && !name.startsWith("GET ");
}
/** These have a body but make no changes, or check the key's scope themselves. */
const queries = [
  "POST /notifications/[id]/not-relevant",
  "POST /keywords/preview",
  "POST /keywords/[id]/preview-change",
  "POST /keywords/suggest",
  "POST /keywords/parse",
  "POST /keywords/explain",
  "POST /mcp",
];

const wantedKey = (name: string) =>
  isRetained(name) ? "never" : name.startsWith("GET ") || queries.includes(name) ? "read" : "write";

const bearers: Record<string, string | undefined> = {};
beforeAll(async () => {
  // Open event streams are tested in live.test.ts.
  vi.spyOn(env, "isLive").mockReturnValue(false);
  const user = await createUser({ plan: "pro" });
  const { bearer: session } = await createSession(user);
  const revoked = await makeKey(session, { scope: "write" });
  await prisma().apiKey.delete({ where: { id: revoked.id } });
  const expired = await makeKey(session, { scope: "write" });
  await prisma().apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
  const { bearer: other } = await createSession(await createUser({ plan: "pro" }));
  Object.assign(bearers, {
    nobody: undefined,
    session,
    read: (await makeKey(session)).bearer,
    write: (await makeKey(session, { scope: "write" })).bearer,
    expired: expired.bearer,
    revoked: revoked.bearer,
    "somebody else's": (await makeKey(other, { scope: "write" })).bearer,
  });
});

test("every endpoint declares which keys are allowed", () => {
  expect(calls.length).toBeGreaterThan(60);
  for (const { name, operation } of calls) expect([name, operation.key]).toEqual([name, wantedKey(name)]);
});

/**
 * Returns "in" if access was granted, otherwise the error code, or status and message for a forbidden key.
 */
function letIn(status: number, { code, message }: { code?: unknown; message?: unknown } = {}): string {
  if (status === 401 && code !== "INVALID_CREDENTIALS") return String(code);
  return code === "KEY_NOT_ALLOWED" ? `${status} ${String(message)}` : "in";
}

test.each(calls)(
  "$name allows only the declared credentials",
  async ({ name, method, handler, operation }) => {
    const refused =
      operation.key === "never"
        ? "403 This endpoint doesn't accept API keys. Sign in and use an access token."
        : "403 This endpoint requires a key with the write scope.";
    const expected = {
      nobody: "UNAUTHORIZED",
      session: "in",
      read: operation.key === "read" ? "in" : refused,
      write: operation.key === "never" ? refused : "in",
      expired: "UNAUTHORIZED",
      revoked: "UNAUTHORIZED",
      "somebody else's": operation.key === "never" ? refused : "in",
    };
    const params = Object.fromEntries([...name.matchAll(/\[(\w+)\]/g)].map(([, one]) => [one!, newId()]));
    const at = `/api${name.slice(name.indexOf(" ") + 1).replace(/\[\w+\]/g, newId())}`;
    const found: Record<string, string> = {};
    for (const who of Object.keys(expected)) {
      const body = method === "GET" ? undefined : {};
      const response = await call(handler, method, at, { bearer: bearers[who], params, body });
      found[who] = letIn(response.status, response.body);
    }
    expect(found).toEqual(expected);
  },
);
