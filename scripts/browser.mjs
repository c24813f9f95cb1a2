// Finds Chromium for the browser tests, or installs Debian's packages as root.
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

/** Chromium without its interface, with a fifth less work per page. It can't show notifications. */
const headlessShell = "/usr/bin/chromium-headless-shell";

/** Returns the path of a browser for tests that need no browser interface, or null. */
export function findHeadlessBrowser() {
  return !process.env.CHROMIUM_PATH && existsSync(headlessShell) ? headlessShell : findBrowser();
}

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
  if (canInstall()) await step("Installing Chromium", () => install("chromium"));
  const now = findBrowser();
  if (now) return now;
  throw new Error(
    `No browser found for the tests. Run this once, or set CHROMIUM_PATH:\n\n  ${howToInstall()}\n`,
  );
}

/** Installs the headless shell if that needs no prompt. Tests also run without it. */
export async function ensureHeadlessShell() {
  if (existsSync(headlessShell) || process.env.CHROMIUM_PATH || !canInstall()) return;
  await install("chromium-headless-shell").catch(() => console.log("No headless shell: Chromium is used."));
}

const canInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

async function install(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env });
  await run("apt-get", ["install", "-y", "--no-install-recommends", name], { env });
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
