import type { Page } from "@playwright/test";

/**
 * Resolves when the page has shown this text, even briefly: it checks every frame. Call it before the action
 * that shows the text.
 */
export function seen(page: Page, text: string): Promise<unknown> {
  // A page that is being opened has no body at first.
  const isShown = (wanted: string) => document.querySelector("body")?.innerText.includes(wanted);
  return page.waitForFunction(isShown, text, { polling: "raf", timeout: 60_000 });
}
