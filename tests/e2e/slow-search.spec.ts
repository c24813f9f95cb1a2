import { expect } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";
import { holdTable } from "../support/locked-table";

test("shows an error for slow searches on page load and while typing, and can retry", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  await createNotification(await createWatch(user), { item: { title: "Tidewater is out" } });
  await signInAs(page, user);
  const settings = JSON.parse(process.env.E2E_SETTINGS ?? "{}") as { DATABASE_URL: string };
  const tooBroad = page.getByText("This search takes too long. Add a word or a filter.");
  const release = await holdTable("Item", settings.DATABASE_URL);
  try {
    await page.goto("/notifications?q=tidewater");
    await expect(tooBroad).toBeVisible();
    await page.getByRole("searchbox").fill("tidewater is");
    await expect(tooBroad).toBeHidden();
    await expect(tooBroad).toBeVisible({ timeout: 15_000 });
  } finally {
    await release();
  }
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Tidewater is out").first()).toBeVisible();
});
