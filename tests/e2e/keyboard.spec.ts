import { expect, type Locator, type Page } from "@playwright/test";
import { emptyAccount, fullAccount } from "../support/e2e-accounts";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { readSites, writePost } from "../support/e2e-reddit";
import { seen } from "../support/e2e-seen";

const max = 80;

/** Presses Tab until the target is focused and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < max; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const ring = await target.evaluate((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        return [outlineStyle, boxShadow];
      });
      expect(ring, `the focus on ${String(target)} is seen`).not.toEqual(["none", "none"]);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${max} × ${key}`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first();
const sandbox = () => process.env.E2E_SANDBOX_URL ?? "";

async function mailedLink(page: Page, address: string): Promise<string> {
  const box = `${sandbox()}/mailbox.json?to=${encodeURIComponent(address)}`;
  let found: string | undefined;
  await expect(async () => {
    const mails = (await (await page.request.get(box)).json()) as { text: string }[];
    found = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+\/verify-email\S+/) ?? [])[0];
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found!;
}

/** Opens the inbox of a new user with this many matches of one keyword. Returns its rows. */
async function openInbox(page: Page, count: number): Promise<Locator> {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon", isActive: false });
  for (let at = 0; at < count; at += 1)
    await createNotification(watch, {
      createdAt: new Date(Date.now() - at * 60_000),
      item: { title: `About quillon, part ${at}` },
    });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  return page.locator("main [data-row]");
}

/** Writes a post and reads Reddit until it's on the screen. */
async function receive(page: Page, title: string): Promise<void> {
  await writePost(page, title);
  await expect(async () => {
    await readSites(page);
    await page.reload();
    await expect(page.getByRole("article").filter({ hasText: title })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("from the first visit to the payment page by keyboard only", async ({ page }) => {
  const email = `keys-${Date.now()}@earshot.example`;
  const word = `halyard${Date.now()}`;
  await page.goto("/");
  await press(page, link(page, /Get started|Start free|Create/i));
  await expect(page).toHaveURL(/\/register$/);
  await type(page, "First name", "Noor");
  await type(page, "Last name", "Haddad");
  await type(page, "Email", email);
  await type(page, "Password", "Listen-2026");
  await type(page, "Confirm password", "Listen-2026");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/verify-email$/);

  await page.goto(await mailedLink(page, email));
  await press(page, link(page, "Continue to Login"));
  await type(page, "Email", email);
  await type(page, "Password", "Listen-2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome back, Noor!" })).toBeVisible();

  await press(page, link(page, "Keywords"));
  await press(page, button(page, "Add your first keyword"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Keyword", { exact: true })).toBeFocused();
  await page.keyboard.type(word);
  const names = page.getByRole("combobox", { name: "Subreddits" });
  await tabTo(page, names);
  await page.keyboard.type("smallb");
  await expect(page.getByRole("option").filter({ hasText: "r/smallbusiness" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  while (!/smallbusiness/i.test(await page.locator("[role=option][aria-selected=true]").innerText())) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Chosen subreddits" })).toContainText("r/smallbusiness");
  const saved = seen(page, "Keyword added successfully!");
  await press(page, dialog.getByRole("button", { name: "Add Keyword" }));
  await saved;
  await expect(dialog).toBeHidden();

  await press(page, link(page, /^Notifications/));
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
  await receive(page, `Anyone tried ${word}?`);
  const mention = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") })
    .last();
  const pane = page.getByRole("region", { name: "Reading pane" });
  await press(page, pane.getByRole("button", { name: "Mark as read" }));
  await expect(mention).toHaveAttribute("data-status", "read");

  await press(page, link(page, "Settings"));
  await tabTo(page, page.getByLabel("Theme"));
  await page.keyboard.type("Dark");
  const updated = seen(page, "Settings updated successfully");
  await press(page, button(page, "Save All Changes"));
  await updated;

  await press(page, link(page, "Subscription"));
  await tabTo(page, page.getByRole("radio", { name: "Monthly" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /^Yearly/ })).toBeChecked();
  await press(page, button(page, "Upgrade to Pro"));
  await page.waitForURL((url) => url.href.startsWith(sandbox()));
});

for (const width of [1280, 1000])
  test(`the arrow keys move between matches without shortcuts, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => localStorage.setItem("shortcuts", "off"));
    const rows = await openInbox(page, 3);
    await tabTo(page, rows.first());
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(page.locator("main summary")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("j");
    await expect(rows.first()).toBeFocused();
  });

test.describe("returns the focus", () => {
  test("after a dialog, which traps it while open", async ({ page }) => {
    await signInAs(page, await fullAccount());
    await page.goto("/keywords");
    const open = page.getByRole("button", { name: "Edit tidewater" });
    await press(page, open);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Keyword", { exact: true })).toBeFocused();
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press(key);
        const where = () => dialog.evaluate((element) => element.contains(document.activeElement));
        await expect.poll(where).toBe(true);
      }
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });

  test("after a confirmation, by Escape and by its safe button", async ({ page }) => {
    await signInAs(page, await fullAccount());
    await page.goto("/keywords");
    const open = page.getByRole("button", { name: "Delete tidewater" });
    await tabTo(page, open);
    for (const key of ["Escape", "Enter"]) {
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
      await page.keyboard.press(key);
      await expect(page.getByRole("alertdialog")).toBeHidden();
      await expect(open).toBeFocused();
    }
  });

  test("after closing the menu", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await signInAs(page, await emptyAccount());
    await page.goto("/dashboard");
    const open = button(page, "Open menu");
    await press(page, open);
    const menu = page.getByRole("dialog", { name: "Menu" });
    await tabTo(page, menu.getByRole("link", { name: "Settings" }));
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
  });

  test("to a neighbor after a row is removed", async ({ page }) => {
    await openInbox(page, 3);
    await press(page, page.getByRole("button", { name: "Archive", exact: true }).first());
    await expect(page.getByText("About quillon, part 0")).toHaveCount(0);
    const where = () => page.evaluate(() => document.activeElement?.closest("main") !== null);
    await expect.poll(where).toBe(true);
  });

  test("to the row after a pressed control disappears", async ({ page }) => {
    const rows = await openInbox(page, 3);
    const pane = page.getByRole("region", { name: "Reading pane" });
    await press(page, pane.getByRole("button", { name: "Mark as read" }));
    await expect(pane.getByRole("button", { name: "Mark as unread" })).toBeFocused();
    const row = rows.filter({ hasText: "part 1" });
    await row.focus();
    for (const [key, name] of [
      ["x", "Clear"],
      ["e", "Undo"],
    ] as const) {
      await page.keyboard.press(key);
      await button(page, name).focus();
      await page.keyboard.press("Enter");
      await expect(row).toBeFocused();
    }
  });
});
