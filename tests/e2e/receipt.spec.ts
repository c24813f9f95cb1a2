import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { lostContent } from "../support/e2e-reflow";

async function arrange(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro", timeZone: "UTC" });
  const watch = await createWatch(user, {
    keyword: "tidewater",
    createdAt: new Date(Date.now() - 86_400_000),
  });
  await createNotification(watch);
  await signInAs(page, user);
  return watch;
}

const verdict = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: title });
const sheet = (page: Page) => page.getByRole("article", { name: "tidewater" });

test("a watch's receipt is shown, verified and printed without the rest of the page", async ({ page }) => {
  const watch = await arrange(page);
  await page.goto(`/keywords/${watch.id}`);
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(verdict(page, "Valid")).toBeVisible();
  await expect(sheet(page).getByRole("table", { name: "Items read" })).toContainText("r/smallbusiness");
  await expect(sheet(page).getByRole("table", { name: "Expression" })).toContainText("tidewater");
  await expect(sheet(page)).toContainText("SHA256:");
  await expect(sheet(page)).toContainText(/Anyone can verify this receipt at http\S+\/receipt\./);
  await expect(page.getByLabel("Or paste it")).toHaveCount(0);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await lostContent(page)).toEqual([]);

  await page.evaluate(() => (window.print = () => document.body.setAttribute("data-printed", "")));
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(sheet(page)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);

  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Verify another" }).click();
  await expect(page.getByText("Drop a receipt here")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "tidewater" }).click();
  await expect(page).toHaveURL(`/keywords/${watch.id}`);
});

test("a changed receipt is refused, whether chosen as a file or pasted", async ({ page }) => {
  const watch = await arrange(page);
  await page.goto(`/keywords/${watch.id}`);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download receipt" }).click();
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(await (await downloaded).path(), "utf8");
  await page.goto("/receipt");
  await waitForHydration(page);
  const file = (content: string) => ({
    ...{ name: "receipt.json", mimeType: "application/json" },
    buffer: Buffer.from(content),
  });
  await page.getByLabel("Choose file").setInputFiles(file(text));
  await expect(verdict(page, "Valid")).toBeVisible();
  await page.getByRole("button", { name: "Verify another" }).click();
  const changed = text.replace(/"itemsRead":(\d+)/, '"itemsRead":9$1');
  expect(changed).not.toBe(text);
  await page.getByLabel("Or paste it").fill(changed);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(verdict(page, "Changed after it was issued")).toBeVisible();
  await expect(sheet(page)).not.toContainText("Anyone can verify");
  await page.getByRole("button", { name: "Verify another" }).click();
  await page.getByLabel("Or paste it").fill("{");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(verdict(page, "Not a receipt")).toBeVisible();
  await expect(page.getByLabel("Or paste it")).toHaveValue("{");
});
