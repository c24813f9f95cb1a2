// A Chromium for the tests: one that is there, or Debian's where we may install it. Nothing else is downloaded.
import { existsSync } from "node:fs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

const known = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

/** The path of a browser; throws with the one line to run where none can be had. */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const found = [await playwrightsOwn(), ...known].find((file) => file && existsSync(file));
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall) {
    throw new Error(
      "No browser for the end-to-end tests was found. Run this once, or set CHROMIUM_PATH:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium",
    );
  }
  await step("Installing Chromium", async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
  });
  return known[0];
}
