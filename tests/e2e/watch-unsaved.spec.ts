import { expect, type Page, type Request } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { pauseResponse } from "../support/e2e-paused";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

async function openDialog(page: Page) {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Maya" }));
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).first().click();
  await expect(keyword(page)).toBeFocused();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Keyword" });
const keyword = (page: Page) => dialog(page).getByLabel("Keyword", { exact: true });
const editDialog = (page: Page) => page.getByRole("dialog", { name: "Edit Keyword" });
const notes = (page: Page) => page.getByRole("dialog").getByLabel("Notes");
const button = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });
const query = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

test("Escape, backdrop and the close button ask before discarding input", async ({ page }) => {
  await openDialog(page);
  await keyword(page).fill("halyard");
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(4, 4),
    () => dialog(page).getByRole("button", { name: "Close" }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(query(page)).toContainText("You have unsaved changes: Keyword.");
    await expect(query(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(query(page)).toBeHidden();
    await expect(keyword(page)).toHaveValue("halyard");
  }
  await page.keyboard.press("Escape");
  await expect(query(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await query(page).getByRole("button", { name: "Leave" }).click();
  await expect(dialog(page)).toBeHidden();
});

test("a selected filter counts as a change until it's reverted", async ({ page }) => {
  await openDialog(page);
  await dialog(page).getByText("Narrow it down").click();
  const titles = dialog(page).getByRole("checkbox", { name: "Titles only" });
  await titles.check();
  await page.keyboard.press("Escape");
  await expect(query(page)).toContainText("You have unsaved changes: Filters.");
  await expect(query(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(query(page)).toBeHidden();
  await titles.uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("closes without confirmation when there are no changes, and on Cancel", async ({ page }) => {
  await openDialog(page);
  await keyword(page).fill("halyard");
  await keyword(page).fill("");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Add Keyword" }).first().click();
  await keyword(page).fill("halyard");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(query(page)).toBeHidden();
});

const isCreate = (request: Request) =>
  request.method() === "POST" && new URL(request.url()).pathname === "/api/keywords";

/** Counts the requests that create a watch and delays them until `release` is called. */
async function holdCreates(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const created: Request[] = [];
  await page.route("**/api/keywords", async (route) => {
    if (!isCreate(route.request())) return route.continue();
    created.push(route.request());
    await released;
    await route.continue();
  });
  return { created, release };
}

/** Submits the form and resolves when its request has been sent. */
async function submit(page: Page) {
  const sent = page.waitForRequest(isCreate);
  await button(page, "Add Keyword").click();
  await sent;
}

async function openNotes(page: Page) {
  await dialog(page).getByText("Narrow it down").click();
  await dialog(page).getByText("Tags and notes").click();
}

test("Cancel and Leave during the checks before a save send nothing", async ({ page }) => {
  await openDialog(page);
  const { created } = await holdCreates(page);
  await page.route("**/api/keywords/preview", () => {});
  const ways = [
    () => button(page, "Cancel").click(),
    async () => {
      await page.keyboard.press("Escape");
      await query(page).getByRole("button", { name: "Leave" }).click();
    },
  ];
  for (const leave of ways) {
    await keyword(page).fill("halyard");
    await button(page, "Add Keyword").click();
    await expect(button(page, "Saving...")).toBeVisible();
    await leave();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("button", { name: "Add Keyword" }).first().click();
    await expect(keyword(page)).toHaveValue("");
  }
  expect(created).toHaveLength(0);
});

test("a save that finishes after Cancel doesn't close the next dialog", async ({ page }) => {
  await openDialog(page);
  await page.clock.install();
  const { release } = await holdCreates(page);
  await keyword(page).fill("halyard");
  await submit(page);
  await button(page, "Cancel").click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Add Keyword" }).first().click();
  await keyword(page).fill("spinnaker");
  release();
  await expect(page.getByText("1 keyword, 1 active")).toBeAttached();
  await page.clock.runFor(2_000);
  await page.keyboard.press("Escape");
  await query(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(keyword(page)).toHaveValue("spinnaker");
});

/** Opens the dialog with its notes shown, and submits a new keyword. */
async function submitWithDelay(page: Page) {
  await openDialog(page);
  await page.clock.install();
  const creates = await holdCreates(page);
  await openNotes(page);
  await keyword(page).fill("halyard");
  await submit(page);
  return creates;
}

test("text typed during a save stays in the dialog as an unsaved edit", async ({ page }) => {
  const { created, release } = await submitWithDelay(page);
  await notes(page).fill("Ask Sam.");
  await page.clock.pauseAt(Date.now() + 60_000);
  release();
  await expect(dialog(page).getByText("Keyword added successfully!")).toBeVisible();
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await expect(editDialog(page)).toBeVisible();
  await expect(notes(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(query(page)).toContainText("You have unsaved changes: Tags and notes.");
  await query(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(notes(page)).toHaveValue("Ask Sam.");
  const saved = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await saved;
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Edit halyard" }).click();
  await expect(notes(page)).toHaveValue("Ask Sam.");
  expect(created).toHaveLength(1);
});

test("a change during the success message is saved to the new watch", async ({ page }) => {
  const { created, release } = await submitWithDelay(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  release();
  await expect(dialog(page).getByText("Keyword added successfully!")).toBeVisible();
  await notes(page).fill("Ask Sam.");
  await button(page, "Save Changes").click();
  await expect(editDialog(page).getByText("Keyword updated successfully!")).toBeVisible();
  await page.clock.resume();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Edit halyard" }).click();
  await expect(notes(page)).toHaveValue("Ask Sam.");
  expect(created).toHaveLength(1);
});

test("a keyword that is opened again before the list is loaded shows the saved values", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  await createWatch(user, { keyword: "halyard", notes: "Ask Sam." });
  await signInAs(page, user);
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Edit halyard" }).click();
  await page.getByRole("dialog").getByText("Tags and notes").click();
  await notes(page).fill("Ask Tom.");
  const { paused, resume } = pauseResponse();
  let isSaved = false;
  await page.route(/\/api\/keywords[?/]/, async (route) => {
    const isRead = route.request().method() === "GET";
    if (isSaved && isRead) await paused;
    isSaved ||= !isRead;
    await route.continue();
  });
  await button(page, "Save Changes").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Edit halyard" }).click();
  await expect(notes(page)).toHaveValue("Ask Tom.");
  resume();
});
