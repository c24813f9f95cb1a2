import type { Page } from "@playwright/test";
import axe from "axe-core";

const rules: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** What axe has to say of the page as it stands, a line for each place. Loads axe where it isn't yet. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    // Halfway through a fade a colour is nobody's. What runs for seconds tells a time, and fades nothing.
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline)
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 2_000);
    while (running().length > 0) await new Promise(requestAnimationFrame);
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
  }, rules);
}
