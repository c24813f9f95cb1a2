import { expect, test } from "@playwright/test";

// Middleware is found by Next in several ways, and fails open where it is not: this is the server that serves.
test("the route table holds under our own server", async ({ request }) => {
  for (const [path, target] of [
    ["/notifications", "/login"],
    ["/settings", "/login"],
    ["/no-such-page", "/"],
    ["/login/", "/"],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([307, target]);
  }
});

test("a page carries its policy with a nonce of its own, and loads without a complaint", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const nonces = [];
  for (let visit = 0; visit < 2; visit++) {
    const answer = await page.goto("/login");
    const policy = answer?.headers()["content-security-policy"] ?? "";
    nonces.push(/'nonce-([^']+)'/.exec(policy)?.[1]);
  }
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(complaints).toEqual([]);
});

test("what a client writes about its address and host goes no further", async ({ request }) => {
  const answer = await request.get("/notifications", {
    maxRedirects: 0,
    headers: { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "https" },
  });
  expect(answer.headers().location).toBe("/login");
});

test("a call with a slash at its end is answered, not redirected", async ({ request }) => {
  for (const [path, status] of [
    ["/api/keywords/", 401],
    ["/api/no/such/", 404],
    ["/api/", 404],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, status]);
    expect(answer.headers()).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(answer.headers()["permissions-policy"]).toContain("camera=()");
  }
});

test("an address that unsubscribes goes nowhere else", async ({ request }) => {
  const answer = await request.get(`/api/unsubscribe/${"x".repeat(65)}`);
  expect(answer.headers()["referrer-policy"]).toBe("no-referrer");
});

test("a screen that isn't there has our own page and a way back", async ({ page }) => {
  const answer = await page.goto("/privacy");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This page isn't here" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Earshot" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("what Next refuses with a bare error is answered like any refusal of ours", async ({ request }) => {
  for (const [method, path, status, code] of [
    ["GET", "/api/%E0%A4%A", 404, "NOT_FOUND"],
    ["GET", "/api/keywords?q=100%", 401, "UNAUTHORIZED"],
    ["PROPFIND", "/api/keywords", 405, "METHOD_NOT_ALLOWED"],
  ] as const) {
    const answer = await request.fetch(path, { method });
    expect([path, answer.status()]).toEqual([path, status]);
    expect(await answer.json()).toMatchObject({ code });
    expect(answer.headers()["cache-control"]).toBe("no-store");
  }
});
