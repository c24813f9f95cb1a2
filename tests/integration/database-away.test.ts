import { afterAll, beforeAll, expect, test } from "vitest";
import * as keywords from "@/app/api/keywords/route";
import * as login from "@/app/api/auth/login/route";
import * as logout from "@/app/api/auth/logout/route";
import { closeDatabase, pool, prisma } from "@/server/database";
import { newId } from "@/server/ids";
import { accessToken, refreshToken } from "@/server/tokens";
import { call } from "../support/call";

// Both ways to the database lead to a port where nobody listens.
beforeAll(() => {
  const { options } = pool();
  options.connectionString = undefined;
  Object.assign(options, { host: "127.0.0.1", port: 9 });
});
afterAll(closeDatabase);

test("every way to a database that is away answers 503", async () => {
  const bearer = `Bearer ${await accessToken({ userId: newId(), sessionId: newId() })}`;
  const answers = await Promise.all([
    call(keywords.GET, "GET", "/api/keywords", { bearer }),
    call(login.POST, "POST", "/api/auth/login", { body: { email: "a@b.example", password: "Listen-2026" } }),
    call(logout.POST, "POST", "/api/auth/logout", { body: { refreshToken: refreshToken(newId(), 0) } }),
  ]);
  for (const answer of answers)
    expect([answer.status, answer.body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
  await expect(prisma().user.count()).rejects.toThrow();
});
