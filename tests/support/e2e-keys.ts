import type { Page } from "@playwright/test";

/** Presses a shortcut of two keys. The second must follow within 1.5 s, so it doesn't wait for the first. */
export async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}
