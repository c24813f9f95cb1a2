import { afterAll, beforeAll, expect, test } from "vitest";
import * as keywords from "@/app/api/keywords/route";
import * as login from "@/app/api/auth/login/route";
import * as logout from "@/app/api/auth/logout/route";
import { closeDatabase, pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { accessToken, refreshToken } from "@/server/accounts/session-tokens";
import { call } from "../support/request";

const { user, password, host, port, pathname } = asParts(pool().options.connectionString!);
beforeAll(() => {
  pool().options.connectionString = undefined;
});
afterAll(closeDatabase);

function asParts(address: string) {
  const { username, password, hostname, port, pathname } = new URL(address);
  return {
    user: username,
    password: decodeURIComponent(password),
    host: hostname,
    port: Number(port),
    pathname,
  };
}

test.each([
  ["is unreachable", { host: "127.0.0.1", port: 9 }],
  ["no longer knows the user", { user: "nobody_at_all" }],
  ["has another name", { database: "no_such_database" }],
])("responds 503 if the database %s", async (_what, changed) => {
  Object.assign(pool().options, { user, password, host, port, database: pathname.slice(1) }, changed);
  const bearer = `Bearer ${await accessToken({ userId: newId(), sessionId: newId() })}`;
  const responses = await Promise.all([
    call(keywords.GET, "GET", "/api/keywords", { bearer }),
    call(login.POST, "POST", "/api/auth/login", { body: { email: "a@b.example", password: "Listen-2026" } }),
    call(logout.POST, "POST", "/api/auth/logout", { body: { refreshToken: refreshToken(newId(), 0) } }),
  ]);
  for (const response of responses)
    expect([response.status, response.body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
  await expect(prisma().user.count()).rejects.toThrow();
});
