import type { Page } from "@playwright/test";

/** Delays a response until `resume` is called, so a test can check the pending state. */
export function pauseResponse() {
  let resume = () => undefined as void;
  const paused = new Promise<void>((done) => {
    resume = done;
  });
  return { paused, resume };
}

/** Delays these requests until the returned function is called. */
export async function delayRequests(page: Page, address: RegExp): Promise<() => void> {
  const { paused, resume } = pauseResponse();
  await page.route(address, async (route) => {
    await paused;
    await route.continue();
  });
  return resume;
}
