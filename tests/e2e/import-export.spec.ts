import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { GroupedResponse } from "@/contract/notification";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

async function arrange(page: Page, path: string) {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  const watch = await createWatch(user, { keyword: "Halyard", subreddits: ["all"] });
  await createNotification(watch, { item: { title: "=one of mine" } });
  await createNotification(watch, { status: "archived", item: { title: "put away" } });
  await signInAs(page, user);
  await page.goto(path);
}
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("previews an imported list line by line, then adds it in one step", async ({ page }) => {
      await arrange(page, "/keywords");
      await page.getByRole("button", { name: "Import" }).click();
      await expect(page.getByLabel("Keywords", { exact: true })).toBeFocused();
      await button(page, "Preview").click();
      await expect(dialog(page).getByText("Paste a list of keywords, or choose a file.")).toBeVisible();
      await page
        .getByLabel("Keywords", { exact: true })
        .fill("halyard\nspinnaker\nacme filetype:pdf\njib OR genoa");
      await button(page, "Preview").click();
      const said = dialog(page).getByRole("status");
      await expect(said).toContainText("2 keywords to add");
      await expect(said).toContainText("Line 3acme filetype:pdf “filetype:pdf” isn't supported here.");
      await expect(said).toContainText("1 keyword already exists");
      expect(await axeFindings(page)).toEqual([]);
      await button(page, "Add 2 Keywords").click();
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText("2 keywords added")).toBeVisible();
      await expect(page.getByText("3 keywords, 3 active")).toBeVisible();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await expect(page.getByText("1 keyword, 1 active")).toBeVisible();
    });

    test("exports the visible list in the chosen format", async ({ page }) => {
      await arrange(page, "/notifications");
      const more = page.getByRole("button", { name: "More actions" });
      if (await more.isVisible()) await more.click();
      await page.getByRole("button", { name: "Export" }).click();
      await expect(dialog(page)).toContainText("1 unread notification, with title, text, author and link.");
      expect(await axeFindings(page)).toEqual([]);
      const csv = await saved(page, () => button(page, "Export").click());
      expect(csv.name).toBe("earshot-matches.csv");
      expect(csv.text).toContain(`,"'=one of mine",`);
      expect(csv.text).not.toContain("put away");
      await expect(dialog(page)).toBeHidden();
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("radio", { name: "JSON" }).check();
      const json = await saved(page, () => button(page, "Export").click());
      expect(JSON.parse(json.text)).toMatchObject([{ redditPost: { title: "=one of mine" } }]);
    });
  });
}

test("exports a search that covered only the latest notifications without stating a number", async ({
  page,
}) => {
  await arrange(page, "/notifications");
  await page.route(/notifications\/grouped\?.*q=mine/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as GroupedResponse;
    body.pagination.searchedTo = "2026-01-02T03:04:05.000Z";
    await route.fulfill({ response, json: body });
  });
  await page.getByRole("searchbox").fill("mine");
  await expect(page.getByText("Searched 10,000 notifications")).toBeVisible();
  const text =
    "All unread notifications matching your search, including older ones, with title, text, author and link.";
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page)).toContainText(text);
  await button(page, "Cancel").click();

  await page.goto("/notifications?q=mine&until=2100-01-01T00:00:00.000Z");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page)).toContainText(text);
  const opened = page.waitForRequest(
    (request) => request.method() === "POST" && /export/.test(request.url()),
  );
  await button(page, "Export").click();
  expect((await opened).postDataJSON()).toEqual({ format: "csv", status: "unread", q: "mine" });
});

test("exports keywords to a file that can be imported again", async ({ page }) => {
  await arrange(page, "/keywords");
  const { name, text } = await saved(page, () => page.getByRole("button", { name: "Export" }).click());
  expect([name, text]).toEqual(["earshot-keywords.csv", expect.stringContaining("Halyard,")]);
  await page.getByRole("button", { name: "Import" }).click();
  const more = Buffer.from(`${text}Spinnaker\r\n`, "utf16le");
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: more });
  await expect(dialog(page)).toContainText("list.csv");
  // The preview opens with the file.
  await button(page, "Add 1 Keyword").click();
  await expect(page.getByText("2 keywords, 2 active")).toBeVisible();
});

test("checks the places of an import, and removes those that don't exist", async ({ page }) => {
  await arrange(page, "/keywords");
  await page.getByRole("button", { name: "Import" }).click();
  await page
    .getByLabel("Keywords", { exact: true })
    .fill("Keyword,Places\nspinnaker,reddit:webdev reddit:no_such_place_x9\njib,reddit:no_such_place_x9");
  await button(page, "Preview").click();
  await expect(dialog(page).getByText("r/no_such_place_x9 - Invalid subreddit")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Remove place r/no_such_place_x9" }).click();
  await expect(dialog(page).getByText("None of its places is left.")).toBeVisible();
  await button(page, "Add 1 Keyword").click();
  await expect(page.getByText("2 keywords, 2 active")).toBeVisible();
});

test("an import that finishes after Cancel doesn't close the next one", async ({ page }) => {
  await arrange(page, "/keywords");
  const field = page.getByLabel("Keywords", { exact: true });
  await page.getByRole("button", { name: "Import" }).click();
  await field.fill("spinnaker");
  await button(page, "Preview").click();
  await expect(button(page, "Add 1 Keyword")).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/keywords/import", (route) => released.then(() => route.continue()));
  const sent = page.waitForRequest("**/api/keywords/import");
  await button(page, "Add 1 Keyword").click();
  await sent;
  await button(page, "Cancel").click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Import" }).click();
  await field.fill("jib");
  release();
  await expect(page.getByText("1 keyword added")).toBeVisible();
  await button(page, "Preview").click();
  await expect(button(page, "Add 1 Keyword")).toBeVisible();
});

test("a preview that arrives after its file was removed isn't shown", async ({ page }) => {
  await arrange(page, "/keywords");
  await page.getByRole("button", { name: "Import" }).click();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/keywords/import", (route) => released.then(() => route.continue()));
  const file = { name: "keywords.txt", mimeType: "text/plain", buffer: Buffer.from("spinnaker\njib") };
  await dialog(page).locator("input[type=file]").setInputFiles(file);
  const answered = page.waitForResponse("**/api/keywords/import");
  await button(page, "Remove file").click();
  release();
  await (await answered).finished();
  await page.getByLabel("Keywords", { exact: true }).fill("genoa");
  await button(page, "Preview").click();
  await expect(button(page, "Add 1 Keyword")).toBeVisible();
});
