// Finds Chromium for the browser tests, or installs Debian's package as root.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

const known = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-browser",
];

/** Returns the path of an installed browser, or null. */
export function findBrowser() {
  const input = process.env.CHROMIUM_PATH;
  if (input) {
    if (existsSync(input)) return input;
    throw new Error(`CHROMIUM_PATH is ${input}, but that file doesn't exist.`);
  }
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  return [chromium.executablePath(), ...known].find((file) => file && existsSync(file)) ?? null;
}

/** Like `findBrowser`, but installs one if that needs no prompt. Otherwise throws with the command to run. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await step("Installing Chromium", async () => {
      await run("apt-get", ["update"], { env });
      await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
    });
  }
  const now = findBrowser();
  if (now) return now;
  throw new Error(
    `No browser found for the tests. Run this once, or set CHROMIUM_PATH:\n\n  ${howToInstall()}\n`,
  );
}

function howToInstall() {
  return existsSync("/usr/bin/apt-get")
    ? "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium"
    : "npx playwright install chromium";
}

export const browserFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
