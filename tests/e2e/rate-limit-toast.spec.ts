import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

const record = (waitSeconds: number, code = "KEYWORD_RATE_LIMIT_EXCEEDED") => ({
  code,
  message: "Too many requests",
  retryAfter: waitSeconds,
  timestamp: Date.now(),
});

async function openLimited(page: Page, hits: ReturnType<typeof record>) {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.clock.install();
  await page.goto("/settings");
  // Loading time must not affect the countdown: only the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate((stored) => {
    localStorage.setItem("lastRateLimitError", JSON.stringify({ ...stored, timestamp: Date.now() }));
    localStorage.setItem("rateLimitExceeded", "true");
  }, hits);
  await page.reload();
}

const flag = (page: Page) => page.evaluate(() => localStorage.getItem("rateLimitExceeded"));

test("a stored limit counts down, fades after 10 s and announces its end", async ({ page }) => {
  await openLimited(page, record(24));
  const area = page.getByRole("region", { name: "Messages" });
  await expect(area.getByText("Too Many Keyword Operations")).toBeVisible();
  await expect(area.getByText(/^You can try again in 2[0-4] seconds$/)).toBeVisible();
  expect(await flag(page)).toBe("true");

  await page.clock.runFor(11_000);
  await expect(area.getByText("Too Many Keyword Operations")).toBeHidden();
  await page.clock.runFor(14_000);
  await expect(area.getByText("Rate Limit Expired")).toBeVisible();
  await expect(area.getByText("You can try again now")).toBeVisible();
  expect(await flag(page)).toBeNull();
});

const wait = "Please wait before making more requests.";
for (const [code, title, text] of [
  ["AUTH_RATE_LIMIT_EXCEEDED", "Too Many Login Attempts", "Please wait before logging in again."],
  ["KEYWORD_RATE_LIMIT_EXCEEDED", "Too Many Keyword Operations", wait],
  ["NOTIFICATION_RATE_LIMIT_EXCEEDED", "Too Many Notification Operations", wait],
  ["REDDIT_RATE_LIMIT_EXCEEDED", "Reddit API Rate Limited", "Earshot is temporarily limited by Reddit."],
  ["DDOS_RATE_LIMIT_EXCEEDED", "Too Many Requests", wait],
  ["RATE_LIMIT_EXCEEDED", "Rate Limit Exceeded", "Too many requests"],
] as const) {
  test(`${code} shows the title '${title}'`, async ({ page }) => {
    await openLimited(page, record(24, code));
    const toast = page.locator(".toast");
    await expect(toast.getByText(title, { exact: true })).toBeVisible();
    await expect(toast).toContainText(text);
  });
}

test("the last second is shown as 1 second", async ({ page }) => {
  await openLimited(page, record(9));
  const area = page.getByRole("region", { name: "Messages" });
  await expect(area.getByText(/^You can try again in \d seconds$/)).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if (await area.getByText("You can try again in 1 second", { exact: true }).isVisible()) return;
    await page.clock.runFor(250);
  }
  throw new Error("the last second was never shown");
});

test("the message region exists early, is 320 to 480 px wide and can be closed", async ({ page }) => {
  await openLimited(page, record(600, "SOMETHING_ELSE"));
  const toast = page.locator(".toast");
  await expect(toast.getByText("Rate Limit Exceeded")).toBeVisible();
  const box = await toast.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(320);
  expect(box?.width).toBeLessThanOrEqual(480);
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await toast.boundingBox())?.width).toBe(288);
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toHaveAttribute("data-leaving", "true");
  await page.clock.runFor(300);
  await expect(toast).toHaveCount(0);
  await expect(page.locator("section[aria-label=Messages] > [aria-live=polite]")).toBeAttached();
});
