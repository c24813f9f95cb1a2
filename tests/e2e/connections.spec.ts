import { expect, test } from "@playwright/test";
import { rawClient, getStatus } from "../support/raw-client";

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

const portOf = (baseURL: string | undefined) => Number(new URL(baseURL!).port);

for (const path of ["/", "/dashboard", "/no/such", "/api/health/live", "/_next/hmr?id=x", "/icon.svg"]) {
  test(`an upgrade request to ${path} gets 426 and its connection is closed`, async ({ baseURL }) => {
    const received = await rawClient(portOf(baseURL), upgrade(path)).ended;
    expect(getStatus(received)).toBe(426);
    expect(received).toContain('"code":"UPGRADE_REQUIRED"');
    expect(received).toContain("X-Content-Type-Options: nosniff");
  });
}

test("300 parallel upgrade requests all get 426, and pages still load", async ({ baseURL, request }) => {
  const all = Array.from({ length: 300 }, () => rawClient(portOf(baseURL), upgrade("/dashboard")));
  const statuses = await Promise.all(all.map(async ({ ended }) => getStatus(await ended)));
  expect(new Set(statuses)).toEqual(new Set([426]));
  expect((await request.get("/login")).status()).toBe(200);
});

const closing = "Connection: close\r\n\r\n";
for (const [name, text, status] of [
  ["one Host header", `GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n${closing}`, 200],
  [
    "two Host headers",
    `GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${closing}`,
    400,
  ],
  ["twice the same Host", `GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n${closing}`, 400],
  ["two hosts in one header", `GET / HTTP/1.1\r\nHost: localhost, evil.example\r\n${closing}`, 400],
  ["a folded Host header", `GET / HTTP/1.1\r\nHost: localhost\r\n evil.example\r\n${closing}`, 400],
  ["no Host header", `GET / HTTP/1.1\r\n${closing}`, 400],
  ["HTTP/1.0 without a Host", `GET /api/health/live HTTP/1.0\r\n\r\n`, 200],
  ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 400],
  ["headers of 20 kB", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n${closing}`, 431],
] as const) {
  test(`a request with ${name} gets ${status}`, async ({ baseURL }) => {
    const received = await rawClient(portOf(baseURL), text).ended;
    expect(getStatus(received)).toBe(status);
    expect(received).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(received).toMatch(/^cache-control: no-store\r$/im);
  });
}
