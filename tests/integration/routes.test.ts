import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { route } from "@/server/http/route";
import { call } from "../support/request";

type Handlers = ReturnType<typeof route>;
type Kind = "open" | "user" | "cron" | "signed";

/** Every route under /api with the access each method requires. A new route fails without an entry here. */
const routes: Record<string, Partial<Record<keyof Handlers, Kind>>> = {
  "[[...path]]": { GET: "open", POST: "open", PUT: "open", PATCH: "open", DELETE: "open", OPTIONS: "open" },
  "auth/decline/[token]": { GET: "open", POST: "open" },
  "auth/ended": { GET: "open" },
  "auth/forgot-password": { POST: "open" },
  "auth/login": { POST: "open" },
  "auth/logout": { POST: "open" },
  "auth/no-email/[token]": { GET: "open", POST: "open" },
  "auth/refresh": { POST: "open" },
  "auth/register": { POST: "open" },
  "auth/resend-verification": { POST: "open" },
  "auth/reset-password": { POST: "open" },
  "auth/verify-email/[token]": { GET: "open" },
  "client.ts": { GET: "open" },
  coverage: { GET: "user" },
  "cron/deliver": { GET: "cron" },
  "cron/listen": { GET: "cron" },
  "cron/poll": { GET: "cron" },
  "cron/retention": { GET: "cron" },
  "deliveries/[id]/replay": { POST: "user" },
  destinations: { GET: "user", POST: "user" },
  "destinations/[id]": { PUT: "user", DELETE: "user" },
  "destinations/[id]/deliveries": { GET: "user" },
  "destinations/[id]/secret": { POST: "user" },
  "destinations/[id]/test": { POST: "user" },
  "feeds/[secret]": { GET: "open" },
  health: { GET: "open" },
  "health/live": { GET: "open" },
  "health/ready": { GET: "open" },
  keys: { GET: "user", POST: "user" },
  "keys/[id]": { DELETE: "user" },
  keywords: { GET: "user", POST: "user" },
  "keywords/[id]": { GET: "user", PUT: "user", DELETE: "user" },
  "keywords/delete": { POST: "user" },
  "keywords/explain": { POST: "user" },
  "keywords/export": { GET: "user" },
  "keywords/import": { POST: "user" },
  "keywords/parse": { POST: "user" },
  "keywords/preview": { POST: "user" },
  "keywords/suggest": { POST: "user" },
  "keywords/[id]/preview-change": { POST: "user" },
  "keywords/[id]/receipt": { GET: "user" },
  "keywords/[id]/stats": { GET: "user" },
  "keywords/[id]/toggle": { PATCH: "user" },
  "keywords/active": { POST: "user" },
  mcp: { POST: "user" },
  metrics: { GET: "cron" },
  preview: { POST: "open" },
  notifications: { GET: "user" },
  "notifications/[id]": { GET: "user", DELETE: "user" },
  "notifications/[id]/archive": { PATCH: "user" },
  "notifications/[id]/not-relevant": { POST: "user" },
  "notifications/[id]/open": { PATCH: "user" },
  "notifications/[id]/read": { PATCH: "user" },
  "notifications/[id]/unread": { PATCH: "user" },
  "notifications/[id]/snooze": { PATCH: "user" },
  "notifications/[id]/follow": { POST: "user" },
  "notifications/[id]/replies": { GET: "user" },
  "notifications/[id]/star": { PATCH: "user" },
  "notifications/[id]/unstar": { PATCH: "user" },
  "notifications/archive": { POST: "user" },
  "notifications/export": { GET: "user", POST: "user" },
  "notifications/export/[token]": { GET: "open" },
  "notifications/counts": { GET: "user" },
  "notifications/delete": { POST: "user" },
  "notifications/grouped": { GET: "user" },
  "notifications/live": { GET: "user" },
  "notifications/read": { POST: "user" },
  "notifications/recent/popup": { GET: "user" },
  "notifications/snooze": { POST: "user" },
  "notifications/star": { POST: "user" },
  "notifications/stats": { GET: "user" },
  "notifications/choices": { GET: "user" },
  "notifications/unread": { POST: "user" },
  "notifications/unread/count": { GET: "user" },
  "notifications/unstar": { POST: "user" },
  "openapi.json": { GET: "open" },
  "push/key": { GET: "user" },
  "push/subscriptions": { POST: "user", DELETE: "user" },
  "places/search": { GET: "user" },
  "places/validate": { GET: "user" },
  sites: { GET: "open" },
  "subreddits/search": { GET: "user" },
  "subreddits/validate/[name]": { GET: "open" },
  "subscriptions/cancel": { POST: "user" },
  "subscriptions/create-checkout-session": { POST: "user" },
  "subscriptions/create-portal-session": { POST: "user" },
  "subscriptions/reactivate": { POST: "user" },
  "subscriptions/status": { GET: "user" },
  "subscriptions/sync": { POST: "user" },
  "subscriptions/usage": { GET: "user" },
  "undo/[token]": { POST: "user" },
  "unsubscribe/[token]": { GET: "open", POST: "open" },
  "mute/[token]": { GET: "open", POST: "open" },
  "users/deliveries": { GET: "user" },
  "users/email": { PUT: "user", POST: "user", DELETE: "user" },
  "users/export": { GET: "user" },
  "users/feed": { POST: "user", DELETE: "user" },
  "users/notifications": { PUT: "user" },
  "users/password": { PUT: "user" },
  "users/profile": { GET: "user", PUT: "user", DELETE: "user" },
  "users/sessions": { GET: "user" },
  "users/sessions/[id]": { DELETE: "user" },
  "users/settings": { PUT: "user" },
  "users/test-alert": { POST: "user" },
  views: { GET: "user", POST: "user" },
  "views/[id]": { DELETE: "user" },
  "webhooks/resend": { POST: "signed" },
  "webhooks/stripe": { POST: "signed" },
  "webhooks/telegram": { POST: "signed" },
};

const files = readdirSync("src/app/api", { recursive: true, encoding: "utf8" });
const inTree = files
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => file.slice(0, -"/route.ts".length));

test("every route has an entry, and every entry a route", () => {
  expect(inTree.toSorted()).toEqual(Object.keys(routes).toSorted());
});

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

test.each(inTree)("/api/%s rejects unauthorized requests", async (name) => {
  const handlers = (await import(
    /* @vite-ignore */ path.resolve(`src/app/api/${name}/route.ts`)
  )) as Handlers;
  for (const method of methods) {
    const kind = routes[name]?.[method];
    if (kind === "open") continue;
    const response = await call(handlers[method], method, `/api/${name}`, { params: { id: "x" } });
    const expected = kind === undefined ? 405 : kind === "signed" ? 400 : 401;
    expect([method, response.status]).toEqual([method, expected]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    if (kind === undefined)
      expect(response.headers.get("allow")).toContain(Object.keys(routes[name] ?? {})[0]);
  }
});
