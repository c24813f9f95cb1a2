import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { middleware } from "../../middleware";
import * as anything from "@/app/api/[[...path]]/route";
import * as notifications from "@/app/api/notifications/route";
import * as account from "@/app/api/users/export/route";
import { createSession, createUser } from "../../prisma/factories";
import { call } from "../support/request";

// One-day windows, so none ends during a test.
Object.assign(process.env, {
  UPSTASH_REDIS_REST_URL: "",
  UPSTASH_REDIS_REST_TOKEN: "",
  RATE_LIMIT_DDOS: "6/86400",
  RATE_LIMIT_NOTIFICATION: "3/86400",
  RATE_LIMIT_EXPORT: "2/86400",
});

let addresses = 0;
const someone = () => ({ "x-earshot-client-address": `203.0.113.${(addresses += 1)}` });
const screen = (path: string, headers: Record<string, string>) =>
  middleware(new NextRequest(`http://localhost:3000${path}`, { headers }));
const statusesOf = async (times: number, request: () => Promise<{ status: number }>) => {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await request()).status);
  return statuses;
};
test("counts pages and API requests toward one limit per address and rejects pages with HTML", async () => {
  const headers = someone();
  const api = () => call(anything.GET, "GET", "/api/no/such", { headers });
  expect(await statusesOf(3, api)).toEqual([404, 404, 404]);
  expect(await statusesOf(3, () => screen("/privacy", headers))).toEqual([200, 200, 200]);
  const refused = await screen("/login", headers);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect(refused.headers.get("content-security-policy")).toContain("default-src 'none'");
  const page = await refused.text();
  expect(page).toContain("<h1>Too Many Requests</h1>");
  expect(page).toMatch(/Please wait before making more requests\. You can try again in \d+ minutes\./);
  expect((await api()).status).toBe(429);
  expect((await screen("/privacy", someone())).status).toBe(200);
});

test.each(["q=tidewater", "kind=comment"])(
  "counts a search on the screen (%s) as a search",
  async (search) => {
    const { cookie, bearer } = await createSession(await createUser({ plan: "pro" }));
    const look = (path: string) => screen(path, { ...someone(), cookie });
    expect(await statusesOf(2, () => look(`/notifications?${search}`))).toEqual([200, 200]);
    const api = () =>
      call(notifications.GET, "GET", `/api/notifications?${search}`, { headers: someone(), bearer });
    expect(await statusesOf(2, api)).toEqual([200, 429]);
    const refused = await look(`/notifications?${search}`);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Too Many Notification Operations");
    // Lists without a search aren't counted.
    expect(await statusesOf(5, () => look("/notifications?status=all"))).toEqual([200, 200, 200, 200, 200]);
  },
);

test("limits account exports", async () => {
  const { bearer } = await createSession(await createUser());
  const file = () => call(account.GET, "GET", "/api/users/export", { headers: someone(), bearer });
  expect(await statusesOf(4, file)).toEqual([200, 200, 429, 429]);
  const response = await file();
  expect(response.body).toMatchObject({ code: "DDOS_RATE_LIMIT_EXCEEDED", limit: 2 });
});
