import { expect, type Page } from "@playwright/test";

/** Writes a post on the sandbox's Reddit. */
export async function writePost(page: Page, title: string, subreddit = "smallbusiness"): Promise<void> {
  const data = { subreddit, title, selftext: "Written by hand." };
  const written = await page.request.post(`${process.env.E2E_SANDBOX_URL}/control/post`, { data });
  expect(written.status()).toBe(200);
}

/** Reads all sites now, as the app's clock would do soon. Resolves when all have been read. */
export async function readSites(page: Page): Promise<void> {
  const secret = (JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>).CRON_SECRET;
  await page.request.get("/api/cron/poll", { headers: { authorization: `Bearer ${secret}` } });
}
