import path from "node:path";
import { browserFlags, findBrowser, findHeadlessBrowser } from "../../scripts/browser.mjs";
import { hasSharedMemory } from "./shared-memory";

function launch(browser: string | null) {
  if (browser === null) return { args: browserFlags };
  return {
    args: browserFlags,
    // Playwright makes Chromium store its shared memory on disk, because Docker's default is small.
    ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
    executablePath: path.resolve("tests/support/chromium.sh"),
    env: { ...process.env, CHROMIUM: browser },
  };
}

const isWindows = process.platform === "win32";

export const launchOptions = launch(isWindows ? null : findHeadlessBrowser());
/** For tests of notifications, which a headless browser doesn't show. */
export const withInterface = launch(isWindows ? null : findBrowser());
