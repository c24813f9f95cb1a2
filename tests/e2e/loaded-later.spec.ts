import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

/** Blocks scripts that contain any of these texts. Returns the number of requests for each. */
async function refuseScripts(page: Page, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const requested = new Map(texts.map((text) => [text, 0]));
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const script = await (await route.fetch()).text();
    const found = texts.filter((text) => script.includes(text));
    for (const text of found) requested.set(text, requested.get(text)! + 1);
    await (found.length > 0 ? route.abort() : route.continue());
  });
  return requested;
}

test("retries lazily loaded parts that failed to load", async ({ page }) => {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser();
  await createNotification(await createWatch(user, { keyword: "halyard" }), { item: { title: "A halyard" } });
  await signInAs(page, user);
  const requested = await refuseScripts(page, ["Selected notifications", "toast pointer-events-auto"]);
  await page.goto("/notifications");
  // Twice each, because the loader retries once.
  await expect.poll(() => [...requested.values()]).toEqual([2, 2]);

  await page.getByRole("checkbox", { name: /^Select: A halyard/ }).click();
  await expect(page.getByText("1 selected")).toBeVisible();
  const acts = page.getByRole("group", { name: "Selected notifications" });
  await expect(acts).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
  await acts.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
});

test("a key acts on all selected rows even before the bar of the selection is loaded", async ({ page }) => {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "halyard" });
  for (const title of ["one", "two", "three"]) await createNotification(watch, { item: { title } });
  await signInAs(page, user);
  const requested = await refuseScripts(page, ["Selected notifications"]);
  await page.goto("/notifications");
  await expect.poll(() => [...requested.values()]).toEqual([2]);
  await page.locator("main [data-row]").first().focus();
  for (const key of ["x", "j", "x", "e"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await expect(page.locator("main [data-row]")).toHaveCount(1);
  await expect(page.getByText("2 notifications archived")).toBeVisible();
});
