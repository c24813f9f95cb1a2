import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

const filler = "Nothing at all was said of it around noon today. ".repeat(110);
const ending = "And then the whole ledger simply rang like a quillon.";
const long = filler.slice(0, 5_000 - ending.length) + ending;

/** Narrow enough that rows expand to their full text; wider windows show it in the pane. */
test.use({ viewport: { width: 1024, height: 800 } });

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

for (const width of [375, 1024]) {
  test(`a match at the end of 5,000 characters is in view and marked, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await arrange(page, [{ title: "Books", content: long }]);
    await page.goto("/notifications");
    const text = matched(page);
    await expect(text.locator("mark")).toHaveText("quillon");
    await expect(text.locator("mark")).toBeInViewport();
    await expect(text.locator("p").first()).toHaveText(/^… .{120,220} rang like a quillon\.$/s);
    await text.getByRole("button", { name: "Show More" }).click();
    await expect(text.locator(".markdown")).toContainText(ending);
    await expect(text.locator(".markdown mark")).toHaveText("quillon");
    await text.getByRole("button", { name: "Show Less" }).click();
    await expect(text.locator("p").first()).toHaveText(/^… /);
  });
}

test("existing matches keep their highlights after a change to whole words", async ({ page }) => {
  const { watch } = await arrange(page, [{ title: "Quillons!", content: "Two quillons, one Quillon." }]);
  await page.goto("/notifications");
  const marks = page.getByRole("article").locator("mark");
  await expect(marks).toHaveText(["Quillon", "quillon", "Quillon"]);
  expect(await put(page, `/keywords/${watch.id}`, { filters: { wholeWordOnly: true } })).toBe(200);
  await page.reload();
  await expect(marks).toHaveText(["Quillon", "quillon", "Quillon"]);
  await page.goto("/dashboard");
  const recent = page.getByRole("region", { name: "Recent Notifications" });
  // The second one is the keyword label.
  await expect(recent.locator("mark")).toHaveText(["Quillon", "quillon"]);
});

test("marks search words and keeps them in view, in snippets and full texts", async ({ page }) => {
  const content = `A quillon. ${filler.slice(0, 2_000)} A Lantern and a quillon. ${filler.slice(0, 1_000)}`;
  await arrange(page, [
    { title: "Lantern?", content },
    { title: "Other", content: "quillon" },
  ]);
  await page.goto("/notifications");
  await expect(matched(page).first().locator("mark")).toHaveText("quillon");
  await page.getByRole("searchbox", { name: "Search title and text" }).fill("lantern");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(matched(page).locator("mark")).toHaveText(["Lantern", "quillon"]);
  await expect(page.getByRole("article").locator(".mention-title mark")).toHaveText("Lantern");
  await matched(page).getByRole("button", { name: "Show More" }).click();
  await expect(matched(page).locator(".markdown mark")).toHaveText(["quillon", "Lantern", "quillon"]);
  await page.reload();
  await expect(matched(page).locator("mark")).toHaveText(["Lantern", "quillon"]);
});

test("names the matching part if it isn't shown", async ({ page }) => {
  await arrange(page, [
    { title: "A link", content: "[Here](https://quillon.example/) it is." },
    { title: "Hidden", content: "(spoiler)" },
  ]);
  await page.goto("/notifications");
  await expect(matched(page).first()).toContainText("Here it is.");
  await expect(matched(page).first()).toContainText("Found in a link's URL.");
  await matched(page).first().getByRole("button", { name: "Show More" }).click();
  await expect(matched(page).first().getByRole("link", { name: "Here" })).toBeVisible();
  await expect(matched(page).last()).toContainText("Found in a part of the post that isn't shown here.");
});

test("the list contains its texts without scripts", async ({ page, browser }) => {
  const { user } = await arrange(page, [{ title: "Books", content: `**Bold** ${long}`.slice(0, 4_900) }]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await signInAs(still, user);
  await still.goto("/notifications");
  await expect(still.locator(".matched p").first()).toContainText("Bold Nothing at all was said");
  await context.close();
});

test("opening a post from the dashboard is recorded once", async ({ page, context }) => {
  await arrange(page, [{ title: "Books", content: "quillon" }]);
  await context.route(/reddit\.com/, (route) => route.fulfill({ body: "a post" }));
  await page.goto("/dashboard");
  const link = page.getByRole("link", { name: "Open post: Books" });
  const opened = page.waitForResponse((response) => response.url().endsWith("/open"));
  await link.click();
  const { notification } = (await (await opened).json()) as { notification: Record<string, unknown> };
  expect(notification).toMatchObject({ status: "read", openedAt: expect.any(String) });
  await page.reload();
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && calls.push(request.url()));
  const second = context.waitForEvent("page");
  await link.click();
  await (await second).waitForLoadState();
  expect(calls).toEqual([]);
});
