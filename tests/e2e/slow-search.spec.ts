import { expect } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { holdTable } from "../support/locked-table";

const databaseUrl = () =>
  (JSON.parse(process.env.E2E_SETTINGS ?? "{}") as { DATABASE_URL: string }).DATABASE_URL;

test("shows an error for slow searches on page load and while typing, and can retry", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  await createNotification(await createWatch(user), { item: { title: "Tidewater is out" } });
  await signInAs(page, user);
  const tooBroad = page.getByText("This search takes too long. Add a word or a filter.");
  const release = await holdTable("Item", databaseUrl());
  try {
    await page.goto("/notifications?q=tidewater");
    await expect(tooBroad).toBeVisible();
    await page.getByRole("searchbox").fill("tidewater is");
    await expect(tooBroad).toBeHidden();
    await expect(tooBroad).toBeVisible();
  } finally {
    await release();
  }
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Tidewater is out").first()).toBeVisible();
});

test("keeps text typed before the screen shows the search for the text before it", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  await createNotification(await createWatch(user), { item: { title: "Tidewater is out" } });
  await signInAs(page, user);
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history);
    // Called when the URL changes, before the screen shows the search.
    history.replaceState = (data, unused, url) => {
      replace(data, unused, url);
      if (!String(url).endsWith("?q=ti")) return;
      const field = document.querySelector<HTMLInputElement>("input[type=search]")!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, "tide");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
  });
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.getByRole("searchbox").fill("ti");
  await expect(page).toHaveURL(/\?q=tide$/);
  await expect(page.getByRole("searchbox")).toHaveValue("tide");
});

test("a page that can't be read loads itself again, but not forever", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  const failed = page.getByRole("alert").filter({ hasText: "Something went wrong on our side" });
  const release = await holdTable("Watch", databaseUrl());
  try {
    const retrying = seen(page, "We'll try again in a few seconds.");
    await page.goto("/keywords");
    await retrying;
    await expect(failed).toContainText("Please try again in a moment.");
  } finally {
    await release();
  }
  await failed.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Keyword Watches" })).toBeVisible();
});
