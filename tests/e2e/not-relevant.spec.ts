import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

/** Twenty matches of 'quillon': twelve are about jobs, and another was opened. */
async function arrange(page: Page, plan: "free" | "pro" = "pro") {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["all"] });
  for (let at = 19; at >= 0; at--) {
    const isJob = at % 2 === 0;
    await createNotification(watch, {
      createdAt: new Date(Date.now() - at * 60_000),
      ...(at === 1 && { openedAt: new Date() }),
      item: {
        title: isJob ? `Quillon is hiring, part ${at}` : `What quillon did, part ${at}`,
        content: "An honest account.",
        author: at === 0 ? "recruiter" : `person${at}`,
        place: at < 3 ? "forhire" : "smallbusiness",
      },
    });
  }
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  // In narrow windows a tap opens the actions.
  if (page.viewportSize()!.width < 1_100) await page.locator("main [data-row]").first().click();
  return { user, watch };
}

const popover = (page: Page) => page.getByRole("dialog", { name: "Hide posts like this?" });
const act = (page: Page) => page.getByRole("button", { name: "Not relevant" }).first();
const title = (page: Page) => page.getByRole("article").getByText("is hiring, part 0");

async function expressionOf(id: string): Promise<string | null> {
  await factories();
  return (await withDatabase((db) => db.watch.findUniqueOrThrow({ where: { id } }))).expression;
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("excludes irrelevant matches with a preview, and can be undone", async ({ page }) => {
      const { watch } = await arrange(page);
      await act(page).focus();
      await page.keyboard.press("Enter");
      await expect(popover(page)).toContainText("Based on your last 20 matches for quillon.");
      const offered = popover(page).getByRole("listitem");
      await expect(offered).toHaveText([
        "Without “hiring”Hides 10 of the last 20; you didn't open any",
        "Not from u/recruiterHides 1 of the last 20; you didn't open it",
        "Not in r/forhireHides 3 of the last 20; you opened 1 of them",
      ]);
      expect(await axeFindings(page)).toEqual([]);
      // Escape closes the popover and restores the focus.
      await page.keyboard.press("Escape");
      await expect(popover(page)).toBeHidden();
      await expect(act(page)).toBeFocused();

      await act(page).click();
      await offered.first().getByRole("button").click();
      await expect(popover(page)).toBeHidden();
      await expect(page.getByText("Without “hiring” from now on")).toBeVisible();
      await expect(title(page)).toHaveCount(0);
      expect(await expressionOf(watch.id)).toBe("quillon -hiring");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(title(page)).toBeVisible();
      await expect.poll(() => expressionOf(watch.id)).toBe(null);
    });
  });
}

test("Just this one archives the match and leaves the watch unchanged", async ({ page }) => {
  const { watch } = await arrange(page);
  await act(page).click();
  await popover(page).getByRole("button", { name: "Just this one" }).click();
  await expect(title(page)).toHaveCount(0);
  expect(await expressionOf(watch.id)).toBe(null);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(title(page)).toBeVisible();
});

test("archives a snoozed match, and undo restores the snooze", async ({ page }) => {
  await arrange(page);
  await page.getByRole("button", { name: "Snooze" }).first().click();
  const snoozed = page.waitForResponse(/\/snooze$/);
  await page.getByRole("button", { name: /^Tomorrow/ }).click();
  await snoozed;
  await page.goto("/notifications?status=snoozed");
  await expect(page.getByText("1 snoozed notification", { exact: true })).toBeVisible();
  await act(page).click();
  await popover(page)
    .getByRole("button", { name: /^Without “hiring”/ })
    .click();
  await expect(page.getByText("0 snoozed notifications", { exact: true })).toBeVisible();
  const restored = page.waitForResponse(/\/undo\//);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 snoozed notification", { exact: true })).toBeVisible();
  await restored;
  await page.reload();
  await expect(page.getByText("1 snoozed notification", { exact: true })).toBeVisible();
});

test("shows the upgrade prompt on Free, and a failure changes nothing", async ({ page }) => {
  await arrange(page, "free");
  await act(page).click();
  await expect(popover(page)).toContainText("is a Pro feature. Upgrade to Pro");
  await expect(popover(page).getByRole("listitem")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.route("**/not-relevant", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "Something went wrong" } }),
  );
  await act(page).click();
  await expect(popover(page).getByRole("alert")).toHaveText("Something went wrong");
  await expect(title(page)).toBeVisible();
});

test("an exclusion and its undo keep a change made in the meantime", async ({ page }) => {
  const { watch } = await arrange(page);
  const change = (expression: string | null) =>
    withDatabase((db) => db.watch.update({ where: { id: watch.id }, data: { expression } }));
  const exclude = async () => {
    await act(page).click();
    return popover(page).getByRole("button", { name: /^Without “hiring”/ });
  };
  const hiring = await exclude();
  await expect(hiring).toBeVisible();
  await change("quillon -poetry");
  await hiring.click();
  await expect(page.getByText("was changed in the meantime")).toBeVisible();
  await expect(popover(page)).toBeHidden();
  expect(await expressionOf(watch.id)).toBe("quillon -poetry");
  await expect(title(page)).toBeVisible();

  await (await exclude()).click();
  await expect(page.getByText("Without “hiring” from now on")).toBeVisible();
  expect(await expressionOf(watch.id)).toBe("quillon -poetry -hiring");
  await change("quillon -prose");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Failed to undo")).toBeVisible();
  await expect(title(page)).toBeVisible();
  expect(await expressionOf(watch.id)).toBe("quillon -prose");
});
