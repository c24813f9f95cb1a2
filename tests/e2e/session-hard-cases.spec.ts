import { expect, type APIRequestContext, type Page, type Route } from "@playwright/test";
import { test } from "../support/e2e-person";
import { reloadLists } from "../support/e2e-tabs";

const demo = { email: "demo@earshot.example", password: "Listen-2026" };

async function signIn(page: Page, account = demo) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("token"));
const bearer = (token: string | null) => ({ headers: { Authorization: `Bearer ${token}` } });
const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.includes("session-token"));

const pendingCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.includes("pendingSignOut"));

/** Signs in outside the browser and ends the page's session. */
async function revoke(page: Page, request: APIRequestContext) {
  const own = await request.get("/api/users/sessions", bearer(await storedToken(page)));
  const { sessions } = (await own.json()) as { sessions: { _id: string; isCurrent: boolean }[] };
  const elsewhere = await request.post("/api/auth/login", { data: demo });
  const { token } = (await elsewhere.json()) as { token: string };
  const ended = await request.delete(
    `/api/users/sessions/${sessions.find(({ isCurrent }) => isCurrent)!._id}`,
    bearer(token),
  );
  expect(ended.status()).toBe(204);
}

test("a cookie of a revoked session redirects to sign-in without a loop", async ({ page, request }) => {
  await signIn(page);
  // Use a public screen: an app screen would notice the end of the session and redirect during the test.
  await page.goto("/privacy");
  await revoke(page, request);
  const visited: string[] = [];
  page.on("request", (sent) => {
    if (sent.isNavigationRequest()) visited.push(new URL(sent.url()).pathname);
  });
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  expect(visited).toEqual(["/dashboard", "/api/auth/ended", "/login"]);
  expect(await sessionCookies(page)).toEqual([]);
});

test("/api/auth/ended doesn't sign out a valid session", async ({ page }) => {
  await signIn(page);
  await page.goto("/api/auth/ended");
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await sessionCookies(page)).toHaveLength(1);
});

test("the cookie refills cleared storage", async ({ page, request }) => {
  await signIn(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/dashboard");
  // The page's own requests find no token and fetch one. A reload before the page listens has no effect.
  await expect
    .poll(async () => {
      await reloadLists(page);
      return storedToken(page);
    })
    .not.toBeNull();
  expect((await request.get("/api/users/profile", bearer(await storedToken(page)))).status()).toBe(200);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the session survives a lost response and two tabs at the same time", async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  await context.clearCookies();
  await page.route(
    "**/api/auth/refresh",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const lost = page.waitForEvent("requestfailed", (sent) => sent.url().endsWith("/api/auth/refresh"));
  await page.goto("/");
  await lost;
  expect(await storedToken(page)).not.toBeNull();

  await context.clearCookies();
  const other = await context.newPage();
  await Promise.all([page.goto("/"), other.goto("/")]);
  for (const one of [page, other]) await expect(one).toHaveURL(/\/dashboard$/);
  expect((await request.get("/api/users/profile", bearer(await storedToken(page)))).status()).toBe(200);
});

for (const [failure, fail] of [
  ["the server can't be reached", (route: Route) => route.abort()],
  ["the request is limited", (route: Route) => route.fulfill({ status: 429, json: { retryAfter: 60 } })],
] as const)
  test(`signs out with the next page if ${failure}`, async ({ page, request }) => {
    await signIn(page);
    const token = await storedToken(page);
    await page.route("**/api/auth/logout", fail);
    await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect([await sessionCookies(page), await pendingCookies(page)]).toEqual([[], []]);
    expect((await request.get("/api/users/profile", bearer(token))).status()).toBe(401);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login$/);
  });

test("a change made while signing out doesn't open the sign-in page", async ({ page }) => {
  await signIn(page);
  await page.goto("/keywords");
  const listening = page.getByRole("switch", { name: "Listen for tidewater" });
  await expect(listening).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const ended = new Promise<void>((resolve) => {
    void page.route("**/api/auth/logout", async (route) => {
      const response = await route.fetch();
      resolve();
      await released;
      // It fails if the page was closed by then.
      await route.fulfill({ response }).catch(() => undefined);
    });
  });
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
  await ended;
  await listening.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  release();
});

test("resetting the password elsewhere ends the session", async ({ page, request }) => {
  const account = { email: `reset-${Date.now()}@earshot.example`, password: "Listen-2026" };
  const person = { firstName: "Noor", lastName: "Haddad" };
  expect((await request.post("/api/auth/register", { data: { ...account, ...person } })).status()).toBe(201);
  const verification = await mailedToken(request, account.email, "verify-email");
  expect((await request.get(`/api/auth/verify-email/${verification}`)).status()).toBe(200);
  await signIn(page, account);
  // Use a public screen: an app screen would notice the end of the session and redirect during the test.
  await page.goto("/privacy");

  await request.post("/api/auth/forgot-password", { data: { email: account.email } });
  const token = await mailedToken(request, account.email, "reset-password");
  const password = "Heard-it-2027";
  expect((await request.post("/api/auth/reset-password", { data: { token, password } })).status()).toBe(200);

  await page.goto("/notifications");
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  await signIn(page, { ...account, password });
});

/** Waits for an email to this address and returns the token of its link to this screen. */
async function mailedToken(request: APIRequestContext, to: string, screen: string): Promise<string> {
  const link = new RegExp(`/${screen}\\?token=([\\w-]+)`);
  let token: string | undefined;
  await expect(async () => {
    const mailbox = await request.get(`${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${to}`);
    token = link.exec(await mailbox.text())?.[1];
    expect(token).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return token!;
}

test("a second app on another port keeps a separate session", async ({ page, context }) => {
  await page.goto("/login");
  const url = page.url();
  await context.addCookies([{ name: "next-auth.session-token-1", value: "of-another-port", url }]);
  await signIn(page);
  expect(await sessionCookies(page)).toHaveLength(2);
  await page.evaluate(() => fetch("/api/auth/logout", { method: "POST" }));
  expect((await sessionCookies(page)).map(({ name }) => name)).toEqual(["next-auth.session-token-1"]);
});
