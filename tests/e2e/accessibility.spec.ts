import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { emptyAccount, fullAccount, proAccount } from "../support/e2e-accounts";
import { signInAs, test } from "../support/e2e-person";
import type { Viewer } from "../support/e2e-view";
import { views } from "../support/e2e-views";

const sizes = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
];
const themes = ["light", "dark"] as const;
const rules: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

const accounts = new Map<Viewer, Awaited<ReturnType<typeof emptyAccount>>>();
test.beforeAll(async () => {
  accounts.set("empty", await emptyAccount());
  accounts.set("full", await fullAccount());
  accounts.set("pro", await proAccount());
});

/** What axe has to say, a line for each place. */
async function findings(page: Page): Promise<string[]> {
  return page.evaluate(async (options) => {
    // Halfway through a fade a colour is nobody's.
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    while (running().length > 0) await new Promise(requestAnimationFrame);
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
  }, rules);
}

for (const { name, path, who, widths, reach } of views) {
  test(`${name}: nothing for axe to say, in both themes, narrow and wide`, async ({ page }) => {
    const account = accounts.get(who);
    if (account !== undefined) await signInAs(page, account);
    const shown = sizes.filter(({ width }) => widths?.includes(width) ?? true);
    await page.setViewportSize(shown[0]!);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await reach?.(page);
    await page.evaluate(axe.source);
    for (const size of shown) {
      await page.setViewportSize(size);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        expect(await findings(page), `${size.width} px, ${theme}`).toEqual([]);
      }
    }
  });
}
