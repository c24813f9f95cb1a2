import { expect, type Page } from "@playwright/test";
import { emptyAccount, fullAccount, proAccount } from "../support/e2e-accounts";
import { signInAs, test } from "../support/e2e-person";
import type { Viewer } from "../support/e2e-view";
import { views } from "../support/e2e-views";

/** 640 is a window of 1280 at 200 %. */
const widths = [320, 375, 640, 768, 1280];

const accounts = new Map<Viewer, Awaited<ReturnType<typeof emptyAccount>>>();
test.beforeAll(async () => {
  accounts.set("empty", await emptyAccount());
  accounts.set("full", await fullAccount());
  accounts.set("pro", await proAccount());
});

async function open(page: Page, who: Viewer, path: string): Promise<void> {
  const account = accounts.get(who);
  if (account !== undefined) await signInAs(page, account);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** What a reader would have to go sideways for, or can't reach at all: texts and controls beyond the edge. */
async function lost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > edge ? ["the page scrolls sideways"] : [];
    const reachable = (element: Element | null): boolean => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(at);
        // A box that scrolls by itself, a text cut with its whole in the title, one for screen readers alone.
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

for (const { name, path, who, widths: own, reach } of views) {
  test(`${name}: nothing is lost or runs sideways from 320 px on`, async ({ page }) => {
    await page.setViewportSize({ width: own?.[0] ?? 320, height: 640 });
    await open(page, who, path);
    await reach?.(page);
    for (const width of own ?? widths) {
      await page.setViewportSize({ width, height: 640 });
      expect(await lost(page), `${width} px`).toEqual([]);
    }
    if (own !== undefined) return;
    // The browser's own letters set twice as large.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await lost(page), "letters at 200 %").toEqual([]);
  });
}

test("with forced colours the heard word, the chosen entry and the switch still stand out", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "full", "/keywords");
  await page.emulateMedia({ forcedColors: "active" });
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, backgroundColor, borderTopWidth, borderTopStyle } = getComputedStyle(element);
        return { color, backgroundColor, border: `${borderTopWidth} ${borderTopStyle}` };
      });
  const page_ = await look("body");
  expect((await look("main mark")).backgroundColor).not.toBe(page_.backgroundColor);
  expect((await look("nav [aria-current]")).border).toBe("1px solid");
  const on = await page.getByRole("switch", { checked: true }).first().screenshot();
  const off = await page.getByRole("switch", { checked: false }).first().screenshot();
  expect(on.equals(off)).toBe(false);
  for (const field of await page.getByRole("button").all()) {
    if (!(await field.isVisible())) continue;
    const seen = await field.evaluate((element) => ({
      words: element.textContent?.trim() ?? "",
      picture: element.querySelector("svg")?.getBoundingClientRect().width ?? 0,
    }));
    expect(seen.words !== "" || seen.picture > 0).toBe(true);
  }
});

for (const path of ["/", "/dashboard", "/notifications", "/keywords"]) {
  test(`${path} moves nothing where less motion is asked for`, async ({ page }) => {
    await open(page, path === "/" ? "nobody" : "full", path);
    if (path === "/keywords") await page.getByRole("button", { name: "Add Keyword" }).click();
    await page.waitForTimeout(100);
    const moving = await page.evaluate(() => {
      const lasting = document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 10);
      return [
        ...lasting.map((motion) => (motion as CSSAnimation).animationName),
        getComputedStyle(document.documentElement).scrollBehavior,
      ];
    });
    expect(moving).toEqual(["auto"]);
  });
}
