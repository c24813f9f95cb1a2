import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { route } from "@/server/http/route";
import { call } from "../support/call";

type Handlers = ReturnType<typeof route>;
type Kind = "open" | "user" | "cron" | "signed";

/** Every path under /api and who may call what of it. A new route without a row here fails. */
const routes: Record<string, Partial<Record<keyof Handlers, Kind>>> = {
  "[[...path]]": { GET: "open", POST: "open", PUT: "open", PATCH: "open", DELETE: "open", OPTIONS: "open" },
  "auth/ended": { GET: "open" },
  "auth/login": { POST: "open" },
  "auth/logout": { POST: "open" },
  "auth/refresh": { POST: "open" },
  "auth/register": { POST: "open" },
  "auth/resend-verification": { POST: "open" },
  "auth/verify-email/[token]": { GET: "open" },
  "cron/deliver": { GET: "cron" },
  "cron/poll": { GET: "cron" },
  "cron/retention": { GET: "cron" },
  health: { GET: "open" },
  "health/live": { GET: "open" },
  "health/ready": { GET: "open" },
  keywords: { GET: "user", POST: "user" },
  "keywords/[id]": { GET: "user", PUT: "user", DELETE: "user" },
  "keywords/explain": { POST: "user" },
  "keywords/preview": { POST: "user" },
  "keywords/[id]/toggle": { PATCH: "user" },
  notifications: { GET: "user" },
  "notifications/[id]": { DELETE: "user" },
  "notifications/[id]/archive": { PATCH: "user" },
  "notifications/[id]/read": { PATCH: "user" },
  "notifications/[id]/unread": { PATCH: "user" },
  "unsubscribe/[token]": { GET: "open", POST: "open" },
  "users/notifications": { PUT: "user" },
  "users/profile": { GET: "user" },
  "webhooks/resend": { POST: "signed" },
};

const files = readdirSync("src/app/api", { recursive: true, encoding: "utf8" });
const inTree = files
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => file.slice(0, -"/route.ts".length));

test("every route has a row, every row a route", () => {
  expect(inTree.toSorted()).toEqual(Object.keys(routes).toSorted());
});

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

test.each(inTree)("/api/%s lets nobody in who may not", async (name) => {
  const handlers = (await import(
    /* @vite-ignore */ path.resolve(`src/app/api/${name}/route.ts`)
  )) as Handlers;
  for (const method of methods) {
    const kind = routes[name]?.[method];
    if (kind === "open") continue;
    const answer = await call(handlers[method], method, `/api/${name}`, { params: { id: "x" } });
    const expected = kind === undefined ? 405 : kind === "signed" ? 400 : 401;
    expect([method, answer.status]).toEqual([method, expected]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    if (kind === undefined) expect(answer.headers.get("allow")).toContain(Object.keys(routes[name] ?? {})[0]);
  }
});
