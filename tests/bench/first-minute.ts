/*
 * Somebody's first minute in a browser, on a machine that does nothing else: npx tsx tests/bench/first-minute.ts. `npm run test:all` runs
 * it by itself; the same way is in the tests, measured beside other work by the browser's own pace.
 */
import { chromium } from "@playwright/test";
import { browserFlags, ensureBrowser } from "../../scripts/browser.mjs";
import { firstMinute } from "../support/e2e-first-minute";
import openStage from "../support/e2e-stage";

/** From the landing page to the first real match on the screen, in milliseconds; `product` is without the mail's way. */
const goals = { clicks: 9, whole: 60_000, product: 20_000 };

function print(name: string, measured: number, goal: number): void {
  const isMissed = measured > goal;
  if (isMissed) process.exitCode = 1;
  const [shown, limit] = [measured, goal].map((value) => value.toLocaleString("en"));
  console.log(name.padEnd(24), shown!.padStart(8), `  goal ${limit}${isMissed ? ": MISSED" : ""}`);
}

async function main(): Promise<void> {
  const executablePath = await ensureBrowser();
  const closeStage = await openStage();
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ baseURL: process.env.E2E_APP_URL! });
    const { clicks, tookMs, onTheWayMs } = await firstMinute(page);
    print("clicks", clicks, goals.clicks);
    print("to the first match, ms", tookMs, goals.whole);
    print("the product's part, ms", tookMs - onTheWayMs, goals.product);
  } finally {
    await browser.close();
    await closeStage();
  }
}

await main();
// The factories' connections to the database hold the process.
process.exit();
