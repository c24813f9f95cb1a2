import type { Page } from "@playwright/test";

/** Returns texts and controls beyond the right edge, which need horizontal scrolling or can't be reached. */
export async function lostContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > edge) {
      const excess = [...document.body.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > edge,
      );
      const outermost = excess.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
      found.push(`the page scrolls sideways for ${outermost.join(", ")}`);
    }
    const reachable = (element: Element | null): boolean => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(at);
        // Ignore boxes that scroll, truncated texts with their full text in the title, and texts for screen
        // readers only.
        if (["auto", "scroll"].includes(overflowX) || clipPath !== "none") return true;
        if (textOverflow === "ellipsis" && at.closest("[title]") !== null) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      if (node.nodeValue?.trim() === "" || parentElement === null) continue;
      if (!parentElement.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 0 && (right > edge + 1 || left < -1) && !reachable(parentElement)) {
        found.push(`${node.nodeValue?.trim().slice(0, 60)}: ${Math.round(left)} to ${Math.round(right)}`);
      }
    }
    for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 0 && (right > edge + 1 || left < -1) && !reachable(control)) {
        found.push(`${control.outerHTML.slice(0, 120)}: ${Math.round(left)} to ${Math.round(right)}`);
      }
    }
    return found;
  });
}
