import { expect, type Page } from "@playwright/test";

/** Somebody writes a post on the stage's Reddit. */
export async function writePost(page: Page, title: string, subreddit = "smallbusiness"): Promise<void> {
  const data = { subreddit, title, selftext: "Written by hand." };
  const written = await page.request.post(`${process.env.E2E_SANDBOX_URL}/control/post`, { data });
  expect(written.status()).toBe(200);
}

/** The sites are read now, as the clock of the app would soon; done when all of them were. */
export async function readSites(page: Page): Promise<void> {
  const secret = (JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>).CRON_SECRET;
  await page.request.get("/api/cron/poll", { headers: { authorization: `Bearer ${secret}` } });
}
