import path from "node:path";
import { expect, test, type APIRequestContext } from "@playwright/test";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { testSettings } from "../support/settings";

/**
 * A second app on the same database with low limits and windows of a day, which don't end during the test. Its
 * rate limit store refuses immediately, so the app counts all requests in its process. A slow store would split
 * the counts between both.
 */
async function serve(more: Record<string, string>) {
  const port = await choosePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...(JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>),
    ...{ APP_URL: url, PORT: String(port), SCHEDULER: "off" },
    UPSTASH_REDIS_REST_URL: testSettings.UPSTASH_REDIS_REST_URL,
    UPSTASH_REDIS_REST_TOKEN: testSettings.UPSTASH_REDIS_REST_TOKEN,
    ...more,
  };
  const app = await startProgram("limited-app", "scripts/serve.mjs", {
    env,
    logFolder: path.resolve(".data/test/logs"),
  });
  return { url, app };
}

/** All headers that a client could use to claim another address. */
const claimed = (n: number) => {
  const address = `203.0.113.${n}`;
  return {
    "x-forwarded-for": address,
    "x-real-ip": address,
    "x-client-ip": address,
    "cf-connecting-ip": address,
    "true-client-ip": address,
    "x-vercel-forwarded-for": address,
    "x-earshot-client-address": address,
    forwarded: `for=${address}`,
  };
};

async function tries(
  request: APIRequestContext,
  url: string,
  count: number,
  getHeaders: (n: number) => object,
) {
  const responses = [];
  for (let n = 1; n <= count; n += 1) {
    const data = { email: `nobody-${n}@earshot.example`, password: "Wrong-2026" };
    responses.push(await request.post(`${url}/api/auth/login`, { data, headers: { ...getHeaders(n) } }));
  }
  return responses;
}

test("allows exactly N attempts if the client claims different addresses", async ({ request }) => {
  const { url, app } = await serve({ RATE_LIMIT_AUTH: "6/86400" });
  try {
    const responses = await tries(request, url, 12, claimed);
    expect(responses.map((response) => response.status())).toEqual([
      ...Array.from({ length: 6 }, () => 401),
      ...Array.from({ length: 6 }, () => 429),
    ]);
    expect(await responses.at(-1)!.json()).toMatchObject({
      code: "AUTH_RATE_LIMIT_EXCEEDED",
      limit: 6,
      remaining: 0,
    });
    expect(Number(responses.at(-1)!.headers()["retry-after"])).toBeGreaterThan(0);
  } finally {
    await app.stop();
  }
});

test("behind one trusted proxy only the address it reports counts", async ({ request }) => {
  const { url, app } = await serve({ RATE_LIMIT_AUTH: "3/86400", TRUSTED_PROXY_HOPS: "1" });
  const through = (client: string) => (n: number) => ({ "x-forwarded-for": `203.0.113.${n}, ${client}` });
  try {
    const statuses = async (client: string) =>
      (await tries(request, url, 5, through(client))).map((response) => response.status());
    expect(await statuses("198.51.100.1")).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses("198.51.100.2")).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses("2001:db8:1:2::7")).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses("2001:db8:1:2:ffff::8")).toEqual([429, 429, 429, 429, 429]);
  } finally {
    await app.stop();
  }
});

test("shows a page with the time to try again when screens exceed the limit", async ({ page }) => {
  const { url, app } = await serve({ RATE_LIMIT_DDOS: "40/86400" });
  try {
    await page.goto(`${url}/privacy`);
    for (let n = 0; n < 40; n += 1) await page.request.get(`${url}/terms`);
    await page.getByRole("link", { name: "Terms" }).first().click();
    await expect(page.getByRole("heading", { name: "Too Many Requests" })).toBeVisible();
    await expect(page.getByText("Please wait before making more requests.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    // Static files aren't counted.
    expect((await page.request.get(`${url}/icon.svg`)).status()).toBe(200);
  } finally {
    await app.stop();
  }
});
