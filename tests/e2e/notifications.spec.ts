import { expect, test } from "@playwright/test";

test.beforeEach(async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("demo@earshot.example");
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a notification is shown marked, opened safely, read and deleted", async ({ page }) => {
  // The sandbox's stream makes each demo watch match within 30 s; the next poll brings it.
  await expect(async () => {
    await page.goto("/notifications");
    expect(await page.getByRole("article").count()).toBeGreaterThan(1);
  }).toPass({ timeout: 90_000 });

  const cards = page.getByRole("listitem").filter({ has: page.getByRole("article") });
  await expect(cards.first().locator("mark").first()).toBeVisible();
  const link = cards.first().getByRole("link", { name: /^Open post/ });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");

  const address = await link.getAttribute("href");
  const read = page.waitForResponse((response) => response.url().endsWith("/read"));
  await cards
    .first()
    .getByRole("button", { name: /^Mark as read/ })
    .click();
  expect((await read).status()).toBe(200);
  await expect(cards.first().getByText("Read", { exact: true })).toBeVisible();

  const second = await cards
    .nth(1)
    .getByRole("link", { name: /^Open post/ })
    .getAttribute("href");
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await cards
    .nth(1)
    .getByRole("button", { name: /^Delete/ })
    .click();
  expect((await deleted).status()).toBe(204);

  await page.reload();
  for (const gone of [address, second]) await expect(page.locator(`a[href="${gone}"]`)).toHaveCount(0);
});
