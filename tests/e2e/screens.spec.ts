import { expect, type Page } from "@playwright/test";
import { emptyAccount, fullAccount, proAccount } from "../support/e2e-accounts";
import { axeFindings } from "../support/e2e-axe";
import { signInAs, test } from "../support/e2e-person";
import { expectReadingOrder } from "../support/e2e-reading-order";
import { lostContent } from "../support/e2e-reflow";
import type { Viewer } from "../support/e2e-view";
import { views } from "../support/e2e-views";

/** 320 is the narrowest of all, 375 a phone, 640 a window of 1280 at 200 %. SCREEN_WIDTHS="375 1280" picks some. */
const widths = (process.env.SCREEN_WIDTHS ?? "320 375 640 768 1280").split(" ").map(Number);
const axeWidths = [375, 1280];

// Each screen by itself, in whichever order.
test.describe.configure({ mode: "parallel" });

const accounts = new Map<Viewer, Awaited<ReturnType<typeof emptyAccount>>>();
test.beforeAll(async () => {
  accounts.set("empty", await emptyAccount());
  accounts.set("full", await fullAccount());
  accounts.set("pro", await proAccount());
  // As on a stage that has run for a while: the dashboard says how soon.
  const { prisma } = await import("@/server/platform/database");
  await prisma().delay.create({
    data: { site: "reddit", to: "notification", bucket: 20, count: 1, at: new Date() },
  });
});

async function open(page: Page, who: Viewer, path: string): Promise<void> {
  const account = accounts.get(who);
  if (account !== undefined) await signInAs(page, account);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** Nothing for axe to say at this width, in both themes. */
async function expectAccessible(page: Page, width: number): Promise<void> {
  // Further down a group's head, which stays in view, covers a part of what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
}

for (const { name, path, who, widths: own, reach, texts } of views) {
  test(`${name}: its exact texts, nothing for axe to say, nothing lost from 320 px on`, async ({ page }) => {
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
    // The browser's own letters set twice as large.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await lostContent(page), "letters at 200 %").toEqual([]);
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
