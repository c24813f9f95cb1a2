import type { Page } from "@playwright/test";

/** Emails sent to an address through the sandbox's provider, newest first. */
export async function mailsTo(page: Page, address: string): Promise<{ text: string }[]> {
  const box = `${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(address)}`;
  return (await (await page.request.get(box)).json()) as { text: string }[];
}
