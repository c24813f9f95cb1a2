import { expect, type Page } from "@playwright/test";
import { emptyAccount, fullAccount, proAccount } from "../support/e2e-accounts";
import { axeFindings } from "../support/e2e-axe";
import { signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { expectReadingOrder } from "../support/e2e-reading-order";
import { lostContent } from "../support/e2e-reflow";
import type { Viewer } from "../support/e2e-view";
import { views } from "../support/e2e-views";

/**
 * 320 px is the minimum, 375 a phone, and 640 equals a 1280 px window at 200 % zoom. Set SCREEN_WIDTHS="375
 * 1280" to select some.
 */
const widths = (process.env.SCREEN_WIDTHS ?? "320 375 640 768 1280").split(" ").map(Number);
const axeWidths = [375, 1280];

// Screens are independent, so their order doesn't matter.
test.describe.configure({ mode: "parallel" });

const accounts = new Map<Viewer, Awaited<ReturnType<typeof emptyAccount>>>();
test.beforeAll(async () => {
  accounts.set("empty", await emptyAccount());
  accounts.set("full", await fullAccount());
  accounts.set("pro", await proAccount());
  // A delay statistic, so the dashboard shows it like an app that has run for a while.
  await withDatabase((db) =>
    db.delay.create({ data: { site: "reddit", to: "notification", bucket: 20, count: 1, at: new Date() } }),
  );
});

async function open(page: Page, who: Viewer, path: string): Promise<void> {
  const account = accounts.get(who);
  if (account !== undefined) await signInAs(page, account);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await waitForHydration(page);
}

/** Checks that axe has no findings at this width, in both themes. */
async function expectAccessible(page: Page, width: number): Promise<void> {
  // Scrolled down, a group's sticky header covers part of the content.
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

for (const { name, path, who, widths: own, reach, texts } of views) {
  test(`${name} has its exact texts, passes axe and fits from 320 px`, async ({ page }) => {
    const shown = own ?? widths;
    await page.setViewportSize({ width: shown[0]!, height: 812 });
    await open(page, who, path);
    await reach?.(page);
    for (const width of shown) {
      await page.setViewportSize({ width, height: 812 });
      expect(await lostContent(page), `${width} px`).toEqual([]);
      if (axeWidths.includes(width)) await expectAccessible(page, width);
    }
    await expectReadingOrder(page, name);
    const said = () => page.locator("body").innerText();
    for (const text of texts ?? []) await expect.poll(said, `says '${text}'`).toContain(text);
    if (own !== undefined) return;
    // Double the browser's default text size.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await lostContent(page), "letters at 200 %").toEqual([]);
  });
}

test("highlights, the selected entry and switches stand out in forced colors", async ({ page }) => {
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
  test(`${path} shows no animations with reduced motion`, async ({ page }) => {
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
