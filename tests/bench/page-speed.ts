/*
 * The cost of each screen on a phone, compared to a plain Next page built in the same run: npm run
 * page-speed. First-load scripts and layout shifts have limits. Times depend on this machine, throttled to a
 * quarter, and are only printed.
 */
import { chromium, type Browser } from "@playwright/test";
import { browserFlags, ensureBrowser } from "../../scripts/browser.mjs";
import { fullAccount } from "../support/e2e-accounts";
import { factories } from "../support/e2e-person";
import openStage from "../support/e2e-stage";
import { serveBarePage } from "./bare-page";
import { auditPage, type Scores } from "./lighthouse";
import { loadPage, median, type PageLoad } from "./page-load";

const rounds = 3;
/** In kB of 1,000 bytes. */
const limits: Record<string, number> = { "/": 165, "/dashboard": 200, "/notifications": 200 };
const shiftLimit = 0.02;
/** Minimum Lighthouse mobile performance scores per page. The other two scores must be 100. */
const speedGoals: Record<string, number> = { "/": 98, "/login": 98, "/dashboard": 95, "/notifications": 95 };
const publicPaths = ["/", "/login", "/register", "/privacy"];
const ownPaths = ["/dashboard", "/keywords", "/notifications", "/settings", "/subscription"];

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`.padStart(9);
const ms = (value: number) => `${Math.round(value)} ms`.padStart(8);

function print(name: string, load: PageLoad, bare: PageLoad): void {
  const limit = limits[name];
  const isHeavy = limit !== undefined && load.firstScripts > limit * 1_000;
  const isMoving = load.shift > shiftLimit;
  if (isHeavy || isMoving) process.exitCode = 1;
  console.log(
    name.padEnd(16),
    kB(load.firstScripts),
    `+${kB(load.firstScripts - bare.firstScripts)}`,
    kB(load.laterScripts),
    kB(load.html),
    ms(load.largestPaintMs),
    ms(load.blockedMs),
    load.shift.toFixed(3).padStart(7),
    limit === undefined ? "" : `  goal ${limit} kB${isHeavy ? ": MISSED" : ""}`,
    isMoving ? `  goal ${shiftLimit}: MISSED` : "",
  );
}

function printScores(path: string, { performance, accessibility, bestPractices }: Scores): void {
  const goal = speedGoals[path]!;
  const isShort = performance < goal || accessibility < 100 || bestPractices < 100;
  if (isShort) process.exitCode = 1;
  console.log(
    path.padEnd(16),
    `performance ${performance} (goal ${goal}), accessibility ${accessibility}, best practices ${bestPractices}`,
    isShort ? "MISSED" : "",
  );
}

async function measure(browser: Browser, url: string, cookies?: { name: string; value: string }[]) {
  const loads: PageLoad[] = [];
  // The first round warms up the server and doesn't count.
  for (let round = 0; round <= rounds; round++) {
    const load = await loadPage(browser, url, cookies);
    if (round > 0) loads.push(load);
  }
  return median(loads);
}

async function main(): Promise<void> {
  const executablePath = await ensureBrowser();
  const barePage = await serveBarePage();
  const closeStage = await openStage();
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const columns = "first JS     over bare   later JS      HTML      LCP      TBT     CLS";
    console.log(
      `gzip; 412 px, processor at a quarter of its speed, median of ${rounds}\n${"".padEnd(16)}  ${columns}`,
    );
    const bare = await measure(browser, barePage.url);
    print("a bare page", bare, bare);
    const app = process.env.E2E_APP_URL!;
    for (const path of publicPaths) print(path, await measure(browser, `${app}${path}`), bare);
    const { createSession } = await factories();
    const { cookie, bearer, refreshToken } = await createSession(await fullAccount());
    const [name = "", value = ""] = cookie.split("=");
    const stored = { token: bearer.replace("Bearer ", ""), refreshToken };
    for (const path of ownPaths)
      print(path, await measure(browser, `${app}${path}`, [{ name, value }]), bare);
    console.log("\nLighthouse, mobile, the best of three for speed");
    for (const path of Object.keys(speedGoals)) {
      const signedIn = ownPaths.includes(path) ? { cookie: { name, value }, stored } : null;
      printScores(path, await auditPage(executablePath, `${app}${path}`, signedIn));
    }
  } finally {
    await browser.close();
    await closeStage();
    await barePage.stop();
  }
}

await main();
// The factories' database connections would keep the process running.
process.exit();
