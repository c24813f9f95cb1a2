import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

const filler = "Nothing at all was said of it around noon today. ".repeat(110);
const ending = "And then the whole ledger simply rang like a quillon.";
const long = filler.slice(0, 5_000 - ending.length) + ending;

async function arrange(page: Page, items: readonly { title: string; content: string }[]) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  const watch = await createWatch(user, { keyword: "quillon" });
  for (const [hours, item] of items.entries())
    await createNotification(watch, { createdAt: new Date(Date.now() - hours * 3_600_000), item });
  await signInAs(page, user);
  return { user, watch };
}

const matched = (page: Page) => page.getByRole("article").locator(".matched");
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });
/** Calls the API like the page does. */
const put = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([at, sent]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem("token")}`,
        "Content-Type": "application/json",
      };
      return (await fetch(`/api${at}`, { method: "PUT", headers, body: sent })).status;
    },
    [path, JSON.stringify(body)] as const,
  );

for (const width of [375, 1024, 1280]) {
  test(`a match at the end of 5,000 characters is in view and marked, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await arrange(page, [{ title: "Books", content: long }]);
    await page.goto("/notifications");
    await waitForHydration(page);
    const text = matched(page);
    await expect(text.locator("mark")).toHaveText("quillon");
    await expect(text.locator("mark")).toBeInViewport();
    await expect(text).toHaveText(/^….{5,40} rang like a quillon\.$/s);
    await page.getByRole("article").click();
    await expect(pane(page).locator(".markdown")).toContainText(ending);
    await expect(pane(page).locator(".markdown mark")).toHaveText("quillon");
  });
}

test("existing matches keep their highlights after a change to whole words", async ({ page }) => {
  const { watch } = await arrange(page, [{ title: "Quillons!", content: "Two quillons, one Quillon." }]);
  await page.goto("/notifications");
  const marks = pane(page).locator("mark");
  await expect(page.getByRole("article").locator("mark")).toHaveText(["Quillon"]);
  await expect(marks).toHaveText(["Quillon", "quillon", "Quillon"]);
  expect(await put(page, `/keywords/${watch.id}`, { filters: { wholeWordOnly: true } })).toBe(200);
  await page.reload();
  await expect(marks).toHaveText(["Quillon", "quillon", "Quillon"]);
  await page.goto("/dashboard");
  const recent = page.getByRole("region", { name: "Recent Notifications" });
  // The title and the sentence.
  await expect(recent.locator("mark")).toHaveText(["Quillon", "quillon", "Quillon"]);
});

test("marks matches and underlines search hits, in rows and full texts", async ({ page }) => {
  const content = `A quillon. ${filler.slice(0, 2_000)} A Lantern and a quillon. ${filler.slice(0, 1_000)}`;
  await arrange(page, [
    { title: "Lantern?", content },
    { title: "Other", content: "quillon" },
  ]);
  await page.goto("/notifications");
  await expect(matched(page).first().locator("mark")).toHaveText("quillon");
  await page.getByRole("searchbox", { name: "Search title and text" }).fill("lantern");
  const row = page.getByRole("article");
  const text = pane(page).locator(".markdown");
  for (const visit of ["first", "reloaded"]) {
    await expect(row, visit).toHaveCount(1);
    await expect(row.locator(".mention-title .qhit"), visit).toHaveText("Lantern");
    await expect(text.locator("mark"), visit).toHaveText(["quillon", "quillon"]);
    await expect(text.locator(".qhit"), visit).toHaveText(["Lantern"]);
    await page.reload();
  }
});

test("names the matching part if it isn't shown", async ({ page }) => {
  await arrange(page, [
    { title: "A link", content: "[Here](https://quillon.example/) it is." },
    { title: "Hidden", content: "(spoiler)" },
  ]);
  await page.goto("/notifications");
  await waitForHydration(page);
  await expect(pane(page).getByRole("link", { name: "Here" })).toBeVisible();
  await expect(pane(page)).toContainText("“quillon” in a link's URL");
  await page.getByRole("article").last().click();
  await expect(pane(page)).toContainText("“quillon” in a part that isn't shown");
});

test("the list contains its texts without scripts", async ({ page, browser }) => {
  const { user } = await arrange(page, [
    { title: "Books", content: `**Bold** quillon ${long}`.slice(0, 4_900) },
  ]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await signInAs(still, user);
  await still.goto("/notifications");
  await expect(still.getByRole("article")).toContainText("Bold quillon Nothing at all was said");
  await context.close();
});

test("opening a post from the dashboard is recorded once", async ({ page, context }) => {
  await arrange(page, [{ title: "Books", content: "quillon" }]);
  await context.route(/reddit\.com/, (route) => route.fulfill({ body: "a post" }));
  await page.goto("/dashboard");
  await waitForHydration(page);
  const link = page.getByRole("link", { name: "Open post: Books" });
  const opened = page.waitForResponse((response) => response.url().endsWith("/open"));
  await link.click();
  const { notification } = (await (await opened).json()) as { notification: Record<string, unknown> };
  expect(notification).toMatchObject({ status: "read", openedAt: expect.any(String) });
  await page.reload();
  await waitForHydration(page);
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && calls.push(request.url()));
  const second = context.waitForEvent("page");
  await link.click();
  await (await second).waitForLoadState();
  expect(calls).toEqual([]);
});
