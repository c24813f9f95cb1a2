import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "@playwright/test";
import { factories } from "../support/e2e-person";

interface StubResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with a custom Host header, which `fetch` doesn't allow. */
function send(
  base: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<StubResponse> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const evil = "evil.example";
const lies: [string, Record<string, string>][] = [
  ["Host", { host: evil }],
  ["X-Forwarded-Host", { "x-forwarded-host": evil, "x-forwarded-proto": "https", "x-forwarded-port": "1" }],
  ["Forwarded", { forwarded: `host=${evil};proto=https` }],
  ["X-Original-Url and X-Rewrite-Url", { "x-original-url": `//${evil}/`, "x-rewrite-url": `//${evil}/` }],
];
const paths = [
  "/",
  "/dashboard",
  "/no/such",
  "//evil.example/x",
  "/\\evil.example",
  "/login?callbackUrl=https%3A%2F%2Fevil.example",
  "/login?next=//evil.example&redirect=//evil.example&returnTo=//evil.example",
  "/dashboard?callbackUrl=//evil.example",
  "/api/auth/ended?callbackUrl=https://evil.example",
  "/api/auth/verify-email/x?callbackUrl=https://evil.example",
  "/robots.txt",
  "/sitemap.xml",
  "/manifest.webmanifest",
  "/api/openapi.json",
];

for (const [name, headers] of lies) {
  test(`${name} with a foreign host doesn't appear in redirects or links`, async ({ baseURL }) => {
    for (const path of paths) {
      const response = await send(baseURL!, path, { ...headers, accept: "text/html" });
      const { location = "" } = response.headers;
      expect([path, response.status < 500, location]).toEqual([
        path,
        true,
        expect.not.stringContaining(evil),
      ]);
      // Relative, or on our own origin.
      expect([
        path,
        location === "" || /^\/(?![/\\])/.test(location) || location.startsWith(baseURL!),
      ]).toEqual([path, true]);
      // Query values sent by the client can appear in the flight data as text, but not as a link.
      expect([path, response.text.match(/(?:href|src|action|content)="[^"]*evil\.example/g)]).toEqual([
        path,
        null,
      ]);
    }
  });

  test(`${name} with a foreign host doesn't appear in emails, checkouts or feeds`, async ({
    baseURL,
    request,
  }) => {
    const { createUser, createSession } = await factories();
    const user = await createUser();
    const { bearer } = await createSession(user);
    const own = { ...headers, "content-type": "application/json" };
    await send(baseURL!, "/api/auth/forgot-password", own, { email: user.email });
    const signedIn = { ...own, authorization: bearer };
    const checkout = await send(baseURL!, "/api/subscriptions/create-checkout-session", signedIn, {
      priceId: "monthly",
    });
    const feed = await send(baseURL!, "/api/users/feed", signedIn, {});
    expect([checkout.status, feed.status]).toEqual([200, 200]);
    expect((JSON.parse(feed.text) as { url: string }).url).toMatch(new RegExp(`^${baseURL}/api/feeds/`));
    expect(checkout.text).not.toContain(evil);
    const page = await request.get((JSON.parse(checkout.text) as { url: string }).url);
    expect(await page.text()).not.toContain(evil);
    await expect(async () => {
      const mailbox = `${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(user.email)}`;
      const mails = (await (await request.get(mailbox)).json()) as { html: string; text: string }[];
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(`${baseURL}/reset-password?token=`);
      expect(JSON.stringify(mails)).not.toContain(evil);
    }).toPass({ timeout: 240_000 });
  });
}

test("sign-in ignores redirect targets in the query and opens the dashboard", async ({ page }) => {
  await page.goto("/login?callbackUrl=https%3A%2F%2Fevil.example&next=//evil.example");
  await page.getByLabel("Email").fill("demo@earshot.example");
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/dashboard$/);
});
