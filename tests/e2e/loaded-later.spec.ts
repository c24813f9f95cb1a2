import { expect, type Page } from "@playwright/test";
import { pauseResponse } from "../support/e2e-paused";
import { factories, signInAs, test } from "../support/e2e-person";

const scripts = "**/_next/static/chunks/*.js";

/** Blocks scripts that contain any of these texts. Returns the number of requests for each. */
async function refuseScripts(page: Page, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const requested = new Map(texts.map((text) => [text, 0]));
  await page.route(scripts, async (route) => {
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
  // At least twice each: the loader retries once, and the page tries again later.
  await expect.poll(() => Math.min(...requested.values())).toBeGreaterThanOrEqual(2);

  await page.getByRole("checkbox", { name: /^Select: A halyard/ }).click();
  await expect(page.getByText("1 selected")).toBeVisible();
  const acts = page.getByRole("group", { name: "Selected notifications" });
  await expect(acts).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
  await acts.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
});

test("keys whose code failed to load show an error, and work once the connection is back", async ({
  page,
}) => {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "halyard", isActive: false });
  await createNotification(watch, { item: { title: "A halyard" } });
  await signInAs(page, user);
  const requested = await refuseScripts(page, [
    "details[data-group]:not([open]) > summary",
    "Applies to this browser only. Shortcuts",
  ]);
  await page.goto("/notifications");
  await expect.poll(() => Math.min(...requested.values())).toBeGreaterThanOrEqual(1);

  const failure = page.getByText("Keyboard shortcuts aren't loaded yet", { exact: true });
  const [row, dialog] = [
    page.locator("main [data-row]"),
    page.getByRole("dialog", { name: "Keyboard shortcuts" }),
  ];
  await page.keyboard.press("j");
  await expect(failure).toBeVisible();
  await page.locator(".toast").getByRole("button", { name: "Close" }).click();
  await expect(failure).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(failure).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.unrouteAll({ behavior: "wait" });
  await page.keyboard.press("?");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
});

test("a key acts on all selected rows even before the bar of the selection is loaded", async ({ page }) => {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "halyard" });
  for (const title of ["one", "two", "three"]) await createNotification(watch, { item: { title } });
  await signInAs(page, user);
  const { paused, resume } = pauseResponse();
  let isFetched = false;
  await page.route(scripts, async (route) => {
    const response = await route.fetch();
    if (!(await response.text()).includes("Selected notifications")) return route.continue();
    isFetched = true;
    await paused;
    await route.fulfill({ response });
  });
  // The load event can wait for the paused script.
  await page.goto("/notifications", { waitUntil: "commit" });
  await expect.poll(() => isFetched).toBe(true);
  await page.locator("main [data-row]").first().focus();
  for (const key of ["x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  // The key waits only five seconds for the bar, so stop the time. `page.clock` would also replace the timers
  // of a page that is already running.
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  await page.keyboard.press("e");
  resume();
  await page.unrouteAll({ behavior: "wait" });
  await expect(page.locator("main [data-row]")).toHaveCount(1);
  await expect(page.getByText("2 notifications archived")).toBeVisible();
});
