import { expect, type Locator, type Page } from "@playwright/test";
import { mailsTo } from "./e2e-mailbox";
import { readSites, writePost } from "./e2e-reddit";

/**
 * Runs a fixed calculation in the browser and returns its duration (ms): about 80 on an idle core, more under
 * load.
 */
const sumUp = (page: Page) =>
  page.evaluate(() => {
    const startedMs = performance.now();
    let sum = 0;
    for (let at = 0; at < 20_000_000; at += 1) sum = (sum * 31 + at) % 1_000_003;
    return { sum, tookMs: performance.now() - startedMs };
  });

/** Waits for an email to this address and returns its link. */
async function mailedLink(page: Page, email: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mails = await mailsTo(page, email);
    link = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+\/verify-email\S+/) ?? [])[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 20_000, intervals: [250] });
  return link;
}

/**
 * Runs through a user's first minute, from the landing page to the first real match on the screen. A script
 * types in no time, so except for email delivery the measured time is the product's. Times are in
 * milliseconds. `sumsMs` is the time of seven calculations, one before each click; it's not part of the other
 * times.
 */
export async function firstMinute(page: Page) {
  const email = `minute-${Date.now()}@earshot.example`;
  const word = `halyard${Date.now()}`;
  await writePost(page, `Has anybody tried ${word} for invoices?`);
  await readSites(page);

  let clicks = 0;
  let [sumsMs, summingMs] = [0, 0];
  const click = async (locator: Locator) => {
    clicks += 1;
    const startedMs = Date.now();
    sumsMs += (await sumUp(page)).tookMs;
    summingMs += Date.now() - startedMs;
    await locator.click();
  };
  const startedMs = Date.now();
  await page.goto("/");
  await click(page.getByRole("link", { name: /Get started|Start free|Create/i }).first());
  await page.getByLabel("First name").fill("Sam");
  await page.getByLabel("Last name").fill("Adeyemi");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2026");
  await click(page.getByRole("button", { name: "Create account" }));
  await expect(page).toHaveURL(/\/verify-email$/);

  const mailedMs = Date.now();
  const link = await mailedLink(page, email);
  const onTheWayMs = Date.now() - mailedMs;
  clicks += 1;
  await page.goto(link);
  await click(page.getByRole("link", { name: "Continue to Login" }));
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await click(page.getByRole("button", { name: "Sign in", exact: true }));

  await expect(page.getByText("Four steps. It takes about a minute.")).toBeVisible();
  await page.getByLabel("Name or URL").fill(`https://www.${word}.example/pricing`);
  await click(page.getByRole("button", { name: "Show matches" }));
  const first = page.getByRole("list", { name: "Suggestions" }).getByRole("listitem").first();
  await expect(first).toContainText(word);
  await expect(first.getByRole("checkbox")).toBeChecked();
  await click(page.getByRole("button", { name: /^Add \d+ Keywords?$/ }));
  const last = page.getByRole("region", { name: "Getting started" });
  await expect(last.getByText("Listening… Your first match will appear here.")).toBeVisible();
  await click(last.getByRole("button", { name: "Send Test Alert" }));
  await expect(last.getByRole("button", { name: "Send again" })).toBeVisible();

  const title = `Is ${word} down?`;
  await writePost(page, title);
  // The match appears while the other sites are still being read.
  const reading = readSites(page);
  await expect(last.getByRole("link", { name: title })).toBeVisible();
  const tookMs = Date.now() - startedMs - summingMs;
  await reading;
  await expect(
    page.getByRole("region", { name: "Recent Notifications" }).getByRole("listitem"),
  ).toContainText(title);
  await expect(last.getByText(`Delivered to ${email}`)).toBeVisible();
  return { clicks, tookMs, onTheWayMs, sumsMs };
}
