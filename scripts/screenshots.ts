// npm run screenshots: takes the README's screenshots, light and dark, of the built app as started by the
// tests.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright";
import { coverageResponse } from "@/contract/coverage";
import { factories } from "../tests/support/e2e-person";
import openStage from "../tests/support/e2e-stage";
import { browserFlags, ensureBrowser } from "./browser.mjs";
import { root } from "./processes.mjs";
import { shownAccount } from "./screenshot-account";

const screens = [
  { name: "landing", path: "/", isSignedIn: false, height: 648 },
  { name: "dashboard", path: "/dashboard", isSignedIn: true, height: 800 },
  { name: "notifications", path: "/notifications", isSignedIn: true, height: 800 },
  { name: "watches", path: "/keywords", isSignedIn: true, height: 800 },
];
const themes = ["light", "dark"] as const;

/** Waits until all subreddits of the account have been read, as in a running product. */
async function untilRead(app: string, bearer: string): Promise<void> {
  for (let second = 0; second < 180; second++) {
    const response = await fetch(`${app}/api/coverage`, { headers: { Authorization: bearer } });
    const { issues, subreddits } = coverageResponse.parse(await response.json());
    const isRead = subreddits.every(
      ({ posts, comments }) => posts.readAt !== null && comments.readAt !== null,
    );
    if (isRead && issues.length === 0) return;
    await setTimeout(1_000);
  }
  throw new Error("The account's subreddits weren't read within 3 minutes.");
}

const folder = path.join(root, "docs/pictures");
mkdirSync(folder, { recursive: true });
const executablePath = await ensureBrowser();
const closeStage = await openStage();
const browser = await chromium.launch({ executablePath, args: browserFlags });
try {
  const app = process.env.E2E_APP_URL!;
  const { createSession } = await factories();
  const { bearer, cookie } = await createSession(await shownAccount());
  await untilRead(app, bearer);
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
      const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: screen.height } });
      writeFileSync(path.join(folder, `${screen.name}-${theme}.png`), picture);
      console.log(`docs/pictures/${screen.name}-${theme}.png: ${Math.round(picture.length / 1_000)} kB`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await closeStage();
}
// The database connections of the factories would keep the process alive.
process.exit();
