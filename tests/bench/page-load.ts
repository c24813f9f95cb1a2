import { gzipSync } from "node:zlib";
import type { Browser, Cookie } from "@playwright/test";

/** The cost of one page on a phone: sizes in bytes, times in milliseconds. */
export interface PageLoad {
  /** Scripts requested by the HTML, gzipped. */
  firstScripts: number;
  /** Scripts loaded later by these, without user action. */
  laterScripts: number;
  html: number;
  largestPaintMs: number;
  blockedMs: number;
  shift: number;
}

type Watched = typeof globalThis & { marks: { paintMs: number; blockedMs: number; shift: number } };

/**
 * Uses a phone's screen and a processor throttled to a quarter. Waits two more seconds after the load event.
 */
export async function loadPage(
  browser: Browser,
  url: string,
  cookies: readonly Pick<Cookie, "name" | "value">[] = [],
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const body = response.body();
    // A script can still load when the page closes.
    body.catch(() => undefined);
    scripts.set(response.url(), body);
  });
  await page.addInitScript(() => {
    const marks = { paintMs: 0, blockedMs: 0, shift: 0 };
    Object.assign(globalThis, { marks });
    // Don't use named functions here: the TypeScript loader would call a helper that doesn't exist in the
    // page.
    for (const type of ["largest-contentful-paint", "longtask", "layout-shift"]) {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (type === "largest-contentful-paint") marks.paintMs = entry.startTime;
          else if (type === "longtask") marks.blockedMs += entry.duration - 50;
          else marks.shift += (entry as unknown as { value: number }).value;
        }
      }).observe({ type, buffered: true });
    }
  });
  const reply = await page.goto(url, { waitUntil: "load" });
  if (reply === null || new URL(page.url()).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${page.url()}`);
  }
  const html = await reply.body();
  await page.waitForTimeout(2_000);
  const marks = await page.evaluate(() => (globalThis as Watched).marks);
  const text = html.toString();
  let firstScripts = 0;
  let laterScripts = 0;
  for (const [address, body] of scripts) {
    const size = gzipSync(await body).length;
    if (text.includes(`src="${new URL(address).pathname}`)) firstScripts += size;
    else laterScripts += size;
  }
  await context.close();
  return {
    firstScripts,
    laterScripts,
    html: gzipSync(html).length,
    largestPaintMs: marks.paintMs,
    blockedMs: marks.blockedMs,
    shift: marks.shift,
  };
}

/** The median of each value separately. */
export function median(loads: readonly PageLoad[]): PageLoad {
  const middle = (name: keyof PageLoad) =>
    loads.map((load) => load[name]).sort((a, b) => a - b)[Math.floor(loads.length / 2)]!;
  return {
    firstScripts: middle("firstScripts"),
    laterScripts: middle("laterScripts"),
    html: middle("html"),
    largestPaintMs: middle("largestPaintMs"),
    blockedMs: middle("blockedMs"),
    shift: middle("shift"),
  };
}
