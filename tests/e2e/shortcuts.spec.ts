import { expect, type Page } from "@playwright/test";
import { shortcuts } from "@/features/frame/shortcuts";
import { axeFindings } from "../support/e2e-axe";
import { pressBoth } from "../support/e2e-keys";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

/** Creates a user with this many matches of one keyword and opens the list. */
async function arrange(page: Page, count: number, plan: "free" | "pro" = "free"): Promise<void> {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", plan });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["smallbusiness"] });
  for (let index = 0; index < count; index++) {
    const title = `Match ${index} of quillon`;
    await createNotification(watch, { createdAt: new Date(Date.now() - index * 60_000), item: { title } });
  }
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
}

const rows = (page: Page) => page.locator("main [data-row]");

test("the code of the list of shortcuts is loaded before its key is pressed", async ({ page }) => {
  const loaded = page.waitForResponse(
    async (response) =>
      response.request().resourceType() === "script" &&
      (await response.text()).includes("Shortcuts are disabled while you type."),
  );
  await arrange(page, 1);
  await loaded;
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("processes a hundred matches by keyboard with one key each", async ({ page }) => {
  await arrange(page, 100);
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  await press("j");
  await expect(rows(page).first()).toBeFocused();
  // The rest of the group is loaded in time. Only nearby rows are rendered.
  const listed = (count: number) => page.getByText(`Showing ${count} of ${count}`, { exact: true });
  await expect(listed(100)).toBeAttached();
  for (let left = 99; left > 0; left--) {
    await press("e");
    await expect(listed(left)).toBeAttached();
  }
  await press("e");
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();
  expect(pressed).toBe(101);
});

test("Escape returns from the reading pane and the search to the row", async ({ page }) => {
  await arrange(page, 3, "pro");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const row = rows(page).nth(1);
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Reading pane" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows(page).first()).toBeFocused();
});

test("each key works as documented, not while typing, and can be turned off", async ({ page }) => {
  await arrange(page, 3);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const { text } of shortcuts.flatMap((part) => part.shortcuts)) {
    await expect(help.getByText(text, { exact: true })).toBeVisible();
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("u");
  await expect(rows(page).nth(1)).toHaveAttribute("data-status", "read");
  await page.keyboard.press("z");
  await expect(rows(page).nth(1)).toHaveAttribute("data-status", "unread");
  // The next row gets the focus, and each undo is separate.
  await page.keyboard.press("e");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("e");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("Notification archived")).toHaveCount(1);
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("3 unread notifications", { exact: true })).toBeVisible();

  // Select the group, then unselect it with one more key. The key for irrelevant matches opens the exclusion
  // popover.
  await rows(page).first().focus();
  await pressBoth(page, "*", "g");
  await expect(page.getByText("3 selected", { exact: true })).toBeVisible();
  await pressBoth(page, "*", "g");
  await expect(page.getByText("3 selected", { exact: true })).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "Hide posts like this?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The help contains the same switch as the settings.
  await page.keyboard.press("?");
  const own = help.getByRole("switch", { name: "Keyboard shortcuts" });
  await own.press("Space");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("u");
  await expect(rows(page).first()).toHaveAttribute("data-status", "unread");
  await expect(help).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem("shortcuts"));

  await pressBoth(page, "g", "s");
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole("switch", { name: "Keyboard shortcuts" }).press("Space");
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings$/);
});

/** Stops the page's clock. */
async function pauseClock(page: Page): Promise<void> {
  // The clock can only stop at a time that a slow machine hasn't reached by then.
  const marginMs = 60_000;
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + marginMs);
}

test("the undo toast names its key and stays while hovered", async ({ page }) => {
  await page.clock.install();
  await page.clock.resume();
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrange(page, 3);
  await rows(page).first().focus();
  // The toast closes after eight seconds unless it is hovered, and a slow machine can need longer to get there.
  await pauseClock(page);
  await page.keyboard.press("e");
  const result = page.locator(".toast").filter({ hasText: "Notification archived" });
  const undo = result.getByRole("button", { name: "Undo", exact: true });
  await expect(undo.getByText("z")).toBeVisible();
  // The following steps can take longer than the toast is shown.
  await result.hover();
  await page.clock.resume();
  expect(await axeFindings(page)).toEqual([]);
  const box = (await result.boundingBox())!;
  expect([box.x + box.width, box.y + box.height].map(Math.round)).toEqual([1264, 784]);

  // A dialog moves other toasts away from its close button, but not this one.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(await result.boundingBox()).toEqual(box);
  await page.keyboard.press("Escape");

  await result.hover();
  await page.clock.fastForward(9_000);
  await expect(rows(page)).toHaveCount(2);
  await undo.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(result).toHaveCount(0);

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await page.keyboard.press("Escape");
  await rows(page).first().getByRole("button", { name: "Archive" }).click();
  await expect(undo).toBeVisible();
  await expect(undo.getByText("z")).toHaveCount(0);
});
