// The README's pictures, light and dark, out of the built app as the tests start it: npm run screenshots.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { factories } from "../tests/support/e2e-person";
import openStage from "../tests/support/e2e-stage";
import { browserFlags, ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { flatPng } from "./flat-png";
import { root } from "./processes.mjs";
import { shownAccount } from "./screenshot-account";

const screens = [
  { name: "landing", path: "/", isSignedIn: false, height: 648 },
  { name: "dashboard", path: "/dashboard", isSignedIn: true, height: 800 },
  { name: "notifications", path: "/notifications", isSignedIn: true, height: 800 },
  { name: "watches", path: "/keywords", isSignedIn: true, height: 800 },
];
const themes = ["light", "dark"] as const;

const folder = path.join(root, "docs/pictures");
mkdirSync(folder, { recursive: true });
await ensureBuilt();
const executablePath = await ensureBrowser();
const closeStage = await openStage();
const browser = await chromium.launch({ executablePath, args: browserFlags });
try {
  const app = process.env.E2E_APP_URL!;
  const { createSession } = await factories();
  const { cookie } = await createSession(await shownAccount());
  const [name = "", value = ""] = cookie.split("=");
  for (const screen of screens) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
    });
    if (screen.isSignedIn) await context.addCookies([{ name, value, url: app }]);
    const page = await context.newPage();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.goto(`${app}${screen.path}`, { waitUntil: "networkidle" });
      await page.evaluate(() => document.fonts.ready);
      const picture = flatPng(
        await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: screen.height } }),
      );
      writeFileSync(path.join(folder, `${screen.name}-${theme}.png`), picture);
      console.log(`docs/pictures/${screen.name}-${theme}.png: ${Math.round(picture.length / 1_000)} kB`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await closeStage();
}
// The factories' connections to the database hold the process.
process.exit();
