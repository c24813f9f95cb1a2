import { expect } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";

test.use({ serviceWorkers: "allow" });

for (const colorScheme of ["light", "dark"] as const)
  test(`shows an offline page without user data and recovers automatically (${colorScheme})`, async ({
    page,
    context,
  }) => {
    const { createUser } = await factories();
    await page.emulateMedia({ colorScheme });
    await signInAs(page, await createUser({ firstName: "Maya" }));
    await page.goto("/dashboard");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    await context.setOffline(true);
    await page.goto("/notifications?status=read");
    await expect(page.getByRole("heading", { name: "You're out of earshot" })).toBeVisible();
    await expect(page.getByRole("status")).toHaveText("You're offline. We'll reconnect automatically.");
    await expect(page).toHaveURL("/notifications?status=read");
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 812 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "You're out of earshot" })).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
    await expect(page).toHaveURL("/notifications?status=read");
  });
