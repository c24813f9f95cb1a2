import type { Page } from "@playwright/test";
import axe from "axe-core";

const rules: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** The rules that depend on the theme or the width. */
const looks: axe.RunOptions = {
  ...rules,
  runOnly: { type: "rule", values: ["color-contrast", "target-size"] },
};

/** Structures that this worker has checked with all rules. */
const checked = new Set<string>();

/**
 * Returns axe's findings for the current page, one line per place. Loads axe if needed. A screen with the same elements
 * in another theme or width is only checked with the rules that depend on those.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const structure = await page.evaluate(getStructure);
  const options = checked.has(structure) ? looks : rules;
  checked.add(structure);
  return page.evaluate(async (options) => {
    // Colors are meaningless halfway through a fade. Animations of several seconds show progress and don't
    // fade.
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
  }, options);
}

/** Returns the elements of a page with their semantic attributes, but without texts, classes and ids. */
function getStructure(): string {
  const semantic =
    /^(?:role|type|aria-(?!label|controls|describedby|owns|activedescendant).*|hidden|inert|alt|lang)$/;
  const described = [...document.querySelectorAll("*")].map((element) => {
    const attributes = element.getAttributeNames().filter((name) => semantic.test(name));
    return [element.tagName, ...attributes.map((name) => `${name}=${element.getAttribute(name)}`)].join(" ");
  });
  return `${location.pathname.replace(/[0-9a-f-]{36}/g, "id")} ${described.join(",")}`;
}
