import { expect } from "@playwright/test";
import { test } from "../support/e2e-person";

/** Path and redirect target when signed out and signed in; null for no redirect. */
const table: [string, string | null, string | null][] = [
  ["/", null, "/dashboard"],
  ["/login", null, "/dashboard"],
  ["/register", null, "/dashboard"],
  ["/verify-email", null, null],
  ["/verify-success", null, null],
  ["/forgot-password", null, null],
  ["/reset-password", null, null],
  ["/privacy", null, null],
  ["/terms", null, null],
  ["/refund", null, null],
  ["/goodbye", null, null],
  ["/offline", null, null],
  ["/offline/more", "/", "/dashboard"],
  ["/coverage", "/login", null],
  ["/coverage/more", "/", "/dashboard"],
  ["/Coverage", "/", "/dashboard"],
  ["/share", null, "/keywords?check="],
  ["/developers", null, null],
  ["/developers/watches", null, null],
  ["/dashboard", "/login", null],
  ["/keywords", "/login", null],
  ["/keywords/one/more", "/", "/dashboard"],
  ["/notifications", "/login", null],
  ["/settings", "/login", null],
  ["/subscription", "/login", null],
  ["/subscription/success?session_id=x", "/login", null],
  ["/subscription/cancel", "/login", null],
  ["/no-such-page", "/", "/dashboard"],
  ["/dashboard/more", "/", "/dashboard"],
  ["/login/", "/", "/dashboard"],
  ["/Login", "/", "/dashboard"],
  ["/%64ashboard", "/", "/dashboard"],
  ["//dashboard", "/login", null],
  ["//elsewhere.example", "/", "/dashboard"],
  ["/\\elsewhere.example", "/", "/dashboard"],
  ["/apix", "/", "/dashboard"],
];

// Next looks for the middleware in several places and fails open without it, so test the production server.
test("the route table applies in our own server, signed out and signed in", async ({ request, baseURL }) => {
  const check = async (whom: 1 | 2) => {
    for (const row of table) {
      const response = await request.get(`${baseURL}${row[0]}`, { maxRedirects: 0 });
      const led = [row[0], response.status(), response.headers().location ?? null];
      expect.soft(led).toEqual([row[0], row[whom] === null ? 200 : 307, row[whom]]);
    }
  };
  await check(1);
  await request.post("/api/auth/login", { data: { email: "demo@earshot.example", password: "Listen-2026" } });
  await check(2);
});

test("bypassing the redirect doesn't reveal any part of an app screen", async ({ request }) => {
  const tree = encodeURIComponent(JSON.stringify(["", {}, null, null]));
  const middlewares = "middleware:middleware:middleware:middleware:middleware";
  for (const [path, headers] of [
    ["/dashboard", { "x-middleware-subrequest": middlewares }],
    ["/dashboard", { "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy" }],
    ["/dashboard", { "x-middleware-prefetch": "1", purpose: "prefetch" }],
    ["/dashboard", { rsc: "1", "next-router-prefetch": "1" }],
    ["/dashboard?_rsc=abc", { rsc: "1", "next-router-state-tree": tree }],
    ["/dashboard.rsc", {}],
    ["/dashboard.segments/_tree.segment.rsc", {}],
    ["/_next/data/build/dashboard.json", { "x-nextjs-data": "1" }],
  ] as [string, Record<string, string>][]) {
    const response = await request.get(path, { headers, maxRedirects: 0 });
    const text = await response.text();
    expect([path, headers, text]).toEqual([
      path,
      headers,
      expect.not.stringMatching(/Welcome back|tidewater/),
    ]);
    expect([path, [307, 404].includes(response.status())]).toEqual([path, true]);
  }
});

test("each page has a CSP with its own nonce and loads without violations", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const nonces = [];
  for (let visit = 0; visit < 2; visit++) {
    const response = await page.goto("/login");
    const policy = response?.headers()["content-security-policy"] ?? "";
    nonces.push(/'nonce-([^']+)'/.exec(policy)?.[1]);
  }
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(complaints).toEqual([]);
});

test("ignores host and address headers sent by the client", async ({ request }) => {
  const response = await request.get("/notifications", {
    maxRedirects: 0,
    headers: { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "https" },
  });
  expect(response.headers().location).toBe("/login");
});

test("an API path with a trailing slash is handled without a redirect", async ({ request }) => {
  for (const [path, status] of [
    ["/api/keywords/", 401],
    ["/api/no/such/", 404],
    ["/api/", 404],
  ] as const) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([path, response.status()]).toEqual([path, status]);
    expect(response.headers()).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(response.headers()["permissions-policy"]).toContain("camera=()");
  }
});

test("unsubscribe URLs send no referrer", async ({ request }) => {
  for (const path of ["unsubscribe", "mute", "auth/decline", "auth/no-email"]) {
    const response = await request.get(`/api/${path}/${"x".repeat(65)}`);
    expect([path, response.headers()["referrer-policy"]]).toEqual([path, "no-referrer"]);
  }
});

test("requests that Next rejects itself get our error format", async ({ request }) => {
  for (const [method, path, status, code] of [
    ["GET", "/api/%E0%A4%A", 404, "NOT_FOUND"],
    ["GET", "/api/keywords?q=100%", 401, "UNAUTHORIZED"],
    ["PROPFIND", "/api/keywords", 405, "METHOD_NOT_ALLOWED"],
  ] as const) {
    const response = await request.fetch(path, { method });
    expect([path, response.status()]).toEqual([path, status]);
    expect(await response.json()).toMatchObject({ code });
    expect(response.headers()["cache-control"]).toBe("no-store");
  }
});
