import { expect, type Page } from "@playwright/test";

/** Writes a post or comment on the sandbox's Reddit and returns its fullname. */
export async function write(page: Page, kind: "post" | "comment", data: object): Promise<string> {
  const written = await page.request.post(`${process.env.E2E_SANDBOX_URL}/control/${kind}`, { data });
  expect(written.status()).toBe(200);
  return ((await written.json()) as { fullname: string }).fullname;
}

export async function writePost(page: Page, title: string, subreddit = "smallbusiness"): Promise<void> {
  await write(page, "post", { subreddit, title, selftext: "Written by hand." });
}

/** Reads all sites now, as the app's clock would do soon. Resolves when all have been read. */
export async function readSites(page: Page): Promise<void> {
  const secret = (JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>).CRON_SECRET;
  await page.request.get("/api/cron/poll", { headers: { authorization: `Bearer ${secret}` } });
}
