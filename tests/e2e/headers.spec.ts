import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { testSettings } from "../support/settings";

const safe = {
  "x-content-type-options": "nosniff",
  "referrer-policy": /^(?:strict-origin-when-cross-origin|no-referrer)$/,
  "permissions-policy": /camera=\(\)/,
};

/** Path, status and the required Cache-Control; null if caching is allowed. */
const responses: [string, string, number, RegExp | null][] = [
  ["a public screen", "/", 200, /no-store/],
  ["a legal screen", "/privacy", 200, /no-store/],
  ["a sign-in screen", "/login", 200, /no-store/],
  ["a redirect of the route table", "/dashboard", 307, /no-store/],
  ["a screen that isn't there", "/no/such", 307, /no-store/],
  ["a call", "/api/health/live", 200, /^no-store$/],
  ["a refused call", "/api/keywords", 401, /^no-store$/],
  ["an unknown call", "/api/no/such", 404, /^no-store$/],
  ["a call with two slashes", "//api/keywords", 401, /^no-store$/],
  ["a redirect of a call", "/api/auth/ended", 303, /^no-store$/],
  ["an unknown feed", "/api/feeds/unknown", 404, /^no-store$/],
  ["broken encoding", "/api/%E0%A4%A", 404, /^no-store$/],
  ["a static file", "/icon.svg", 200, null],
  ["a static file that isn't there", "/_next/static/none.js", 404, null],
  ["the push worker", "/push-worker.js", 200, null],
  ["robots.txt", "/robots.txt", 200, null],
  ["the site's map", "/sitemap.xml", 200, null],
  ["the manifest", "/manifest.webmanifest", 200, null],
  ["the social image", "/opengraph-image.png", 200, null],
  ["a screen's address as data", "/_next/data/x/dashboard.json", 307, /no-store/],
  ["the API's document", "/api/openapi.json", 200, null],
];

for (const [name, path, status, cacheControl] of responses) {
  test(`${name} has its headers`, async ({ request, baseURL }) => {
    // The client would treat a path with two slashes as a host.
    const response = await request.get(`${baseURL}${path}`, { maxRedirects: 0 });
    expect(response.status()).toBe(status);
    const headers = response.headers();
    for (const [header, value] of Object.entries(safe)) expect.soft(headers[header], header).toMatch(value);
    expect.soft(headers["x-powered-by"]).toBeUndefined();
    expect.soft(headers["strict-transport-security"]).toBeUndefined();
    if (cacheControl !== null) expect.soft(headers["cache-control"], "cache-control").toMatch(cacheControl);
    const isScreen = status === 200 && headers["content-type"]?.startsWith("text/html");
    if (path.startsWith("/api/") && status !== 404)
      expect.soft(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    if (isScreen) expect.soft(headers["content-security-policy"]).toContain("script-src 'self' 'nonce-");
  });
}

test("error responses of every kind have the headers", async ({ request }) => {
  const refusals: [string, string, number, Record<string, string>?][] = [
    ["PROPFIND", "/api/keywords", 405],
    ["PROPFIND", "/dashboard", 405],
    ["DELETE", "/api/keywords", 405],
    ["POST", "/api/auth/login", 415, { "content-type": "text/plain" }],
    ["POST", "/api/auth/login", 400, { "content-type": "application/json" }],
    ["POST", "/api/webhooks/stripe", 400, { "content-type": "application/json" }],
    ["GET", "/api/cron/poll", 401],
    ["GET", "/api/metrics", 401],
  ];
  for (const [method, path, status, sent] of refusals) {
    const response = await request.fetch(path, { method, headers: sent, data: sent && "{" });
    const headers = response.headers();
    expect([method, path, response.status(), headers["cache-control"]]).toEqual([
      method,
      path,
      status,
      "no-store",
    ]);
    for (const [header, value] of Object.entries(safe)) expect(headers[header], header).toMatch(value);
    expect(headers["content-type"]).toMatch(/^application\/json/);
  }
});

/** The status line for a handwritten request; "" if the connection is closed without a response. */
function responseTo(port: string, requestLine: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), "localhost", () =>
      socket.write(`${requestLine}\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(received.split("\r\n", 1)[0]!));
  });
}

const requestLines: [string, number][] = [
  ["OPTIONS * HTTP/1.1", 400],
  ["GET * HTTP/1.1", 400],
  ["GET http://elsewhere.example/api/health/live HTTP/1.1", 200],
  ["GET http://elsewhere.example/dashboard HTTP/1.1", 307],
  ["GET http://elsewhere.example/login?a=b HTTP/1.1", 200],
  ["GET http://elsewhere.example HTTP/1.1", 200],
  ["OPTIONS http://elsewhere.example/api/keywords HTTP/1.1", 405],
  ["GET https://elsewhere.example/api/keywords HTTP/1.1", 401],
  ["GET ftp://elsewhere.example/api/keywords HTTP/1.1", 400],
  ["GET http:///api/keywords HTTP/1.1", 400],
  ["GET elsewhere.example:443 HTTP/1.1", 400],
  ["CONNECT elsewhere.example:443 HTTP/1.1", 405],
  ["GET  HTTP/1.1", 400],
  ["GET login HTTP/1.1", 400],
  ["GET ?a=b HTTP/1.1", 400],
  ["GET /login#b HTTP/1.1", 200],
  ["GET /[ HTTP/1.1", 307],
  ["NONSENSE /login HTTP/1.1", 400],
];

for (const [requestLine, status] of requestLines) {
  test(`the request line ${requestLine} gets ${status}`, async ({ baseURL }) => {
    expect(await responseTo(new URL(baseURL!).port, requestLine)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
  });
}

test("private screens are never cached", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("demo@earshot.example");
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ["/dashboard", "/keywords", "/notifications", "/settings", "/subscription"]) {
    const response = await page.request.get(path);
    expect([path, response.status(), response.headers()["cache-control"]]).toEqual([
      path,
      200,
      expect.stringContaining("no-store"),
    ]);
  }
});

test("metrics require the token", async ({ request }) => {
  const headers = { authorization: `Bearer ${testSettings.METRICS_TOKEN}` };
  const response = await request.get("/api/metrics", { headers });
  expect([response.status(), response.headers()["cache-control"]]).toEqual([200, "no-store"]);
  const text = await response.text();
  expect(text).toMatch(
    /^earshot_http_requests_total\{method="GET",route="\/api\/health\/live",status="200"\} \d+$/m,
  );
  expect(text).toContain("earshot_database_up 1");
  expect((await request.get("/api/metrics")).status()).toBe(401);
});

test("rejects an endless body in the production server", async ({ baseURL }) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const sending = httpRequest(`${baseURL}/api/auth/login`, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      clearInterval(timer);
      sending.destroy();
    });
    const timer = setInterval(() => sending.write(" ".repeat(16 * 1024)), 5);
    sending.on("error", reject);
  });
  expect(status).toBe(413);
});
