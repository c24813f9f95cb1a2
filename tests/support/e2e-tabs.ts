import type { Page } from "@playwright/test";

/** Reloads the page's lists, as a change in another tab does. */
export const reloadLists = (page: Page) =>
  page.evaluate(() => {
    const tabs = new BroadcastChannel("earshot-news");
    tabs.postMessage("");
    tabs.close();
  });
