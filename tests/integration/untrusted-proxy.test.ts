import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { forwardedHeaders, noticeUntrustedProxy } from "../../scripts/forwarded.mjs";
import { env } from "@/env";
import { getHealth } from "@/server/operation/health";
import { start } from "@/server/operation/start";
import { log } from "@/server/platform/log";
import { proxyMissing } from "@/server/platform/untrusted-proxy";

const { APP_URL } = env();
const shared = globalThis as { earshotSawUntrustedProxy?: boolean };

// Otherwise the start begins checks that outlive this file.
beforeAll(() => {
  env().LIVE = "off";
});
afterEach(() => {
  env().APP_URL = APP_URL;
  env().TRUSTED_PROXY_HOPS = 0;
  delete shared.earshotSawUntrustedProxy;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each([
  { url: "https://earshot.example", hops: 0, vercel: "", warned: [[proxyMissing]] },
  { url: "https://earshot.example", hops: 1, vercel: "", warned: [] },
  { url: "https://earshot.example", hops: 0, vercel: "1", warned: [] },
  { url: "http://localhost:3000", hops: 0, vercel: "", warned: [] },
])("warns at startup about $url with $hops trusted proxies (Vercel: '$vercel')", async (row) => {
  env().APP_URL = row.url;
  env().TRUSTED_PROXY_HOPS = row.hops;
  vi.stubEnv("VERCEL", row.vercel);
  const warn = vi.spyOn(log(), "warn");
  await start();
  expect(warn.mock.calls).toEqual(row.warned);
});

it.each([
  { protocol: "https", hops: 0, headers: { "x-forwarded-for": "203.0.113.9" }, isSeen: true },
  { protocol: "https", hops: 0, headers: { "x-forwarded-for": "" }, isSeen: true },
  { protocol: "https", hops: 0, headers: {}, isSeen: false },
  { protocol: "https", hops: 1, headers: { "x-forwarded-for": "203.0.113.9" }, isSeen: false },
  { protocol: "http", hops: 0, headers: { "x-forwarded-for": "203.0.113.9" }, isSeen: false },
])("$protocol, $hops trusted proxies, $headers: one warning and degraded health: $isSeen", async (row) => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { protocol, hops, headers, isSeen } = row;
  for (let request = 0; request < 3; request += 1) noticeUntrustedProxy(headers, { hops, protocol });
  expect(warn).toHaveBeenCalledTimes(isSeen ? 1 : 0);
  const { status, checks } = await getHealth();
  expect(checks.proxy).toEqual(
    isSeen ? { ok: false, detail: "X-Forwarded-For arrives, but TRUSTED_PROXY_HOPS is 0" } : { ok: true },
  );
  expect(status).not.toBe("down");
  // The header is still ignored.
  if (hops === 0)
    expect(forwardedHeaders(headers, "10.0.0.1", row)).toMatchObject({ "x-forwarded-for": "10.0.0.1" });
});
