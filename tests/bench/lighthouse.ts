import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type BrowserContext, type Cookie } from "@playwright/test";
import { browserFlags } from "../../scripts/browser.mjs";
import { ensureToolInstalled } from "../../scripts/install.mjs";
import { choosePort } from "../../scripts/ports.mjs";

interface Found {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { id: string; score: number | null; title: string }>;
}

type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<{ lhr: Found } | undefined>;

/**
 * Lighthouse is installed in a separate folder: with its telemetry it would be a sixth of all packages, and
 * only this benchmark uses it.
 */
async function openLighthouse(): Promise<Lighthouse> {
  const folder = path.join(import.meta.dirname, "lighthouse");
  await ensureToolInstalled("Lighthouse", folder);
  const entry = createRequire(path.join(folder, "package.json")).resolve("lighthouse");
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}

/** Lighthouse's mobile scores for a page, each 0 to 100. */
export interface Scores {
  performance: number;
  accessibility: number;
  bestPractices: number;
}

const categories = {
  performance: "performance",
  accessibility: "accessibility",
  bestPractices: "best-practices",
};

/** A signed-in user's data in the browser. */
export interface SignedIn {
  cookie: Pick<Cookie, "name" | "value">;
  /** In the page's local storage. */
  stored: Record<string, string>;
}

/**
 * Audits the page in a separate browser. The best of three performance scores counts, because other load can
 * only slow it down.
 */
export async function auditPage(
  executablePath: string,
  url: string,
  signedIn: SignedIn | null = null,
): Promise<Scores> {
  const port = await choosePort();
  const args = [...browserFlags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext("", { executablePath, args, viewport: null });
  try {
    if (signedIn !== null) await hold(browser, url, signedIn);
    const runs: Scores[] = [];
    for (let run = 0; run < 3; run++) runs.push(await audit(url, port));
    return {
      performance: Math.max(...runs.map(({ performance }) => performance)),
      accessibility: Math.min(...runs.map(({ accessibility }) => accessibility)),
      bestPractices: Math.min(...runs.map(({ bestPractices }) => bestPractices)),
    };
  } finally {
    await browser.close();
  }
}

async function hold(browser: BrowserContext, url: string, { cookie, stored }: SignedIn): Promise<void> {
  await browser.addCookies([{ name: cookie.name, value: cookie.value, url }]);
  const page = await browser.newPage();
  // A file on the same site that runs no scripts.
  await page.goto(new URL("/robots.txt", url).href);
  await page.evaluate(
    (all) => Object.entries(all).forEach(([name, value]) => localStorage.setItem(name, value)),
    stored,
  );
  await page.close();
}

async function audit(url: string, port: number): Promise<Scores> {
  const lighthouse = await openLighthouse();
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    // Keep the session cookie.
    disableStorageReset: true,
    onlyCategories: Object.values(categories),
  });
  if (result === undefined || result.lhr.runtimeError !== undefined) {
    throw new Error(`${url} could not be audited: ${result?.lhr.runtimeError?.message ?? "no result"}`);
  }
  if (new URL(result.lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${result.lhr.finalDisplayedUrl}`);
  }
  const found = result.lhr.categories;
  const score = (id: string) => Math.round((found[id]?.score ?? 0) * 100);
  for (const { id, score: mark, title } of Object.values(result.lhr.audits)) {
    const isCounted = ["accessibility", "best-practices"].some((category) =>
      found[category]?.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
    );
    if (isCounted && mark !== null && mark < 1) console.log(`  ${new URL(url).pathname}: ${title}`);
  }
  return {
    performance: score(categories.performance),
    accessibility: score(categories.accessibility),
    bestPractices: score(categories.bestPractices),
  };
}
