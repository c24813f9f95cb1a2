// Takes screenshots of how each receiver shows difficult messages: npm run messages [FOLDER].
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { getChannel } from "@/channels/registry";
import { makeSecret } from "@/channels/webhook/secret";
import { startSandbox } from "../sandbox/server";
import { hardMessages } from "../tests/support/hard-messages";
import { testSettings } from "../tests/support/settings";
import { browserFlags, ensureBrowser } from "./browser.mjs";
import { root } from "./processes.mjs";

const names = ["slack", "discord", "teams", "ntfy", "webhook"] as const;
const widths = [1280, 375];
const themes = ["light", "dark"] as const;
const folder = path.resolve(process.argv[2] ?? path.join(root, ".data/messages"));

mkdirSync(folder, { recursive: true });
Object.assign(process.env, testSettings, {
  APP_URL: "https://earshot.example",
  DATABASE_URL: "postgresql://127.0.0.1/earshot",
  LOCAL_ADDRESSES: "127.0.0.1/32",
});
const sandbox = await startSandbox({ stream: false, historyHours: 0 });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
try {
  for (const name of names) await sendAll(name);
  for (const name of names) await draw(name);
} finally {
  await browser.close();
  await sandbox.close();
}

/** Sends through the real channel, with a separate receiver for each message so none has to wait. */
async function sendAll(name: (typeof names)[number]): Promise<void> {
  const channel = getChannel(name);
  for (const [what, message] of Object.entries(hardMessages).reverse()) {
    for (const isUnclear of what === "plain" ? [true, false] : [false]) {
      const to = { address: `${sandbox.url}${sandbox.receivers.make(name)}`, secret: makeSecret() };
      const { message: rendered } = await channel.render(message);
      const outgoing = { id: `${name}-${what}`, createdAt: new Date(), isUnclear, message: rendered, to };
      const response = await channel.send({ key: what, at: new Date(), messages: [outgoing] });
      const [outcome] = [channel.classify(response)].flat();
      if (outcome?.kind !== "sent") throw new Error(`${name}, ${what}: ${JSON.stringify(outcome)}`);
    }
  }
}

async function draw(name: string): Promise<void> {
  for (const width of widths) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${sandbox.url}/receivers/?kind=${name}`);
      const file = path.join(folder, `${name}-${width}-${theme}.png`);
      writeFileSync(file, await page.screenshot({ fullPage: true }));
      console.log(file);
    }
    await page.close();
  }
}
