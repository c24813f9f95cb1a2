import { expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { delayRequests } from "../support/e2e-paused";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

const folds = ["Narrow it down", "Tags and notes", "Alerts for this watch"];
const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the dialog for a new watch with all sections expanded. */
async function openUnfolded(page: Page) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  await createWatch(user, { keyword: "tidewater" });
  await signInAs(page, user);
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).click();
  for (const fold of folds) await dialog(page).getByText(fold).click();
  // Loaded completely, so the layout is stable.
  await expect(dialog(page).getByText('With "all", Earshot currently reads')).toBeVisible();
}

/** Checks that an element is fully in the viewport and not covered. */
async function expectInSight(target: Locator) {
  await expect(target).toBeInViewport({ ratio: 1 });
  const isOnTop = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });
  expect(isOnTop).toBe(true);
}

/** True if the focused element is visible and not hidden behind the dialog's footer. */
const isFocusSeen = (page: Page) =>
  dialog(page).evaluate((element) => {
    const focused = document.activeElement!.getBoundingClientRect();
    if (document.activeElement!.closest("[data-part]") !== null) return focused.bottom <= innerHeight;
    const foot = element.querySelector("[data-part=foot]")!.getBoundingClientRect();
    const head = element.querySelector("[data-part=head]")!.getBoundingClientRect();
    const top = head.bottom - 1;
    const bottom = Math.min(foot.top, innerHeight) + 1;
    // An element taller than the space between header and footer must fill it.
    if (focused.height > bottom - top) return focused.top <= top + 48 && focused.bottom >= bottom - 48;
    return focused.top >= top && focused.bottom <= bottom;
  });

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("a change that drops matches is reviewed with the buttons in sight", async ({ page }) => {
      const { createUser, createWatch, createNotification } = await factories();
      const user = await createUser({ plan: "pro" });
      const watch = await createWatch(user, { keyword: "quillon", isActive: false });
      for (let at = 0; at < 6; at += 1)
        await createNotification(watch, { item: { title: `About quillon, ${at}`, content: "quillon" } });
      await signInAs(page, user);
      await page.goto(`/keywords/${watch.id}`);
      await page.getByRole("button", { name: "Edit Watch" }).click();
      await dialog(page).getByLabel("Keyword", { exact: true }).fill("a different word");
      await dialog(page).getByRole("button", { name: "Save Changes" }).click();
      await expect(dialog(page).getByText("6 matches dropped")).toBeVisible();
      const samples = dialog(page).getByRole("listitem").filter({ hasText: "About quillon" });
      await expect(samples.first().locator("mark")).toHaveText("quillon");
      await expectInSight(dialog(page).getByText("−6"));
      await expectInSight(dialog(page).getByRole("heading", { name: "Edit Keyword" }));
      await expectInSight(dialog(page).getByRole("button", { name: "Save Anyway" }));
      await expectInSight(dialog(page).getByRole("button", { name: "Edit", exact: true }));
      expect(await axeFindings(page)).toEqual([]);
    });

    test("no horizontal scrolling with 200 % text size", async ({ page }) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
      await openUnfolded(page);
      const wide = await dialog(page).evaluate((element) => {
        const edge = element.getBoundingClientRect().right;
        return [...element.querySelectorAll("*")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > edge)
          .map((one) => one.outerHTML.slice(0, 120));
      });
      expect(wide).toEqual([]);
    });

    test("the buttons and the save status stay visible", async ({ page }) => {
      await openUnfolded(page);
      const save = dialog(page).getByRole("button", { name: "Add Keyword" });
      await expectInSight(save);
      await expectInSight(dialog(page).getByRole("button", { name: "Cancel" }));
      await page.getByLabel("Keyword", { exact: true }).fill("halyard");
      await page.route("**/api/keywords", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 409, json: { code: "KEYWORD_EXISTS", message: "Twice" } })
          : route.fallback(),
      );
      await dialog(page).getByLabel("Notes").scrollIntoViewIfNeeded();
      await save.click();
      await expectInSight(dialog(page).getByRole("alert").getByText("You already have a watch"));
      await expectInSight(save);
      expect(await axeFindings(page)).toEqual([]);

      await page.unroute("**/api/keywords");
      await page.clock.install();
      const createPath = /\/api\/keywords$/;
      const sent = page.waitForRequest(
        (request) => request.method() === "POST" && createPath.test(request.url()),
      );
      const release = await delayRequests(page, createPath);
      await save.click();
      await sent;
      // If it stopped earlier, the clock would also stop the retry of a failed preview.
      await page.clock.pauseAt(Date.now() + 60_000);
      release();
      await expectInSight(dialog(page).getByRole("status").getByText("Keyword added successfully!"));
      await page.clock.resume();
      await expect(dialog(page)).toBeHidden();
    });

    for (const letters of [16, 32]) {
      test(`keyboard focus is never hidden by the footer at ${letters / 0.16} % text size`, async ({
        page,
      }) => {
        const session = await page.context().newCDPSession(page);
        await session.send("Page.setFontSizes", { fontSizes: { standard: letters, fixed: letters } });
        await openUnfolded(page);
        await page.getByLabel("Keyword", { exact: true }).focus();
        for (let presses = 0; presses < 25; presses += 1) {
          await page.keyboard.press("Tab");
          await expect.poll(() => isFocusSeen(page), `after ${presses + 1} × Tab`).toBe(true);
        }
      });
    }
  });
}
