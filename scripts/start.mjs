#!/usr/bin/env node
// npm start: sets up and runs the product from a fresh clone. Steps whose results exist are skipped. `--dev`
// serves the sources. `--real` reads the real sites and uses a separate database.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt, ensureClient } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { getCommand, getOwner } from "./lock.mjs";
import { choosePort, isFree, nextFreePort } from "./ports.mjs";
import { root, runTool, startProgram, getTail } from "./processes.mjs";
import { step } from "./progress.mjs";
import { describeReal, listSites, printSites } from "./real-sites.mjs";
import { getDataFolder, forgetRunning, keepRunning, readSettingsFile } from "./settings-file.mjs";
import {
  givenAddresses,
  localDefaults,
  mailboxSettings,
  placeHosts,
  makeSecrets,
  pushSettings,
  realDefaults,
  sandboxPages,
  sandboxSettings,
  standsInFor,
} from "./settings.mjs";

const [dev, real] = ["--dev", "--real"].map((option) => process.argv.includes(option));
const dataFolder = getDataFolder(real);
const logFolder = path.join(dataFolder, "logs");
const launcherFile = path.join(dataFolder, "launcher.pid");
/** Running programs in start order. They are stopped in reverse. */
const running = [];
let stopping = null;

/** Stops another launcher in this folder: two would share one database and one port file. */
async function takeOverLease() {
  const pid = getOwner(launcherFile);
  if (pid !== null && pid !== process.pid && getCommand(pid).includes("start.mjs")) {
    await step(`Stopping the Earshot that already runs from this folder (process ${pid})`, async () => {
      process.kill(pid, "SIGTERM");
      for (let waitedMs = 0; getCommand(pid).includes("start.mjs"); waitedMs += 100) {
        if (waitedMs > 30_000) process.kill(pid, "SIGKILL");
        await sleep(100);
      }
    });
  }
  writeFileSync(launcherFile, String(process.pid));
}

async function openOwnDatabase(settings) {
  if (settings.DATABASE_URL) return { DATABASE_URL: settings.DATABASE_URL };
  const { openDatabase } = await import("./database.mjs");
  const onMovedAside = (aside) =>
    console.log(
      `The database here was created before 0.1.0. It has been moved to ${path.relative(root, aside)}, and a new one is created.`,
    );
  const database = await step("Starting PostgreSQL", () =>
    openDatabase({ directory: path.join(dataFolder, "postgres"), name: "earshot", onMovedAside }),
  );
  running.push({ name: "PostgreSQL", ...database });
  return { DATABASE_URL: database.url, DIRECT_DATABASE_URL: database.url };
}

async function migrateDatabase(settings) {
  const { migrate } = await import("./migrate.mjs");
  await step("Migrating the database", () => migrate(settings.DIRECT_DATABASE_URL ?? settings.DATABASE_URL));
}

/** Picks the port: `PORT` if set, otherwise last run's port, 3000 or the next free one. */
async function chooseAppPort(settings) {
  if (settings.PORT) {
    if (await isFree(Number(settings.PORT))) return Number(settings.PORT);
    throw new Error(`Port ${settings.PORT} is in use. Set PORT to another one, or leave it unset.`);
  }
  const lastPort = readPort("app.port");
  return lastPort && (await isFree(lastPort)) ? lastPort : nextFreePort(3000);
}

function readPort(name) {
  try {
    return Number(readFileSync(path.join(dataFolder, name), "utf8"));
  } catch {
    return 0;
  }
}

function savePort(name, port) {
  writeFileSync(path.join(dataFolder, name), String(port));
}

async function startSandbox(appUrl) {
  const ports = {};
  for (const name of ["sandbox", "push", "places", "forum", "lemmy"]) {
    ports[name] = await choosePort(readPort(`${name}.port`));
    savePort(`${name}.port`, ports[name]);
  }
  // Payments must survive a restart. Emails and posts don't.
  const stripeOptions = ["--stripe-file", path.join(dataFolder, "stripe.json")];
  const push = ["--push-port", `${ports.push}`, "--certificate", dataFolder];
  const input = ["places", "forum", "lemmy"].flatMap((name) => [`--${name}-port`, `${ports[name]}`]);
  // The app doesn't read the sandbox's sites here, so they need no posts.
  const parts = real ? ["--no-stream", "--history-hours", "0"] : [...stripeOptions, ...push];
  const args = ["--port", `${ports.sandbox}`, ...input, "--app-url", appUrl, ...parts];
  const sandbox = await step("Starting the sandbox", () =>
    startProgram("sandbox", "sandbox/main.ts", { args, imports: ["tsx"], logFolder }),
  );
  running.push(sandbox);
  return {
    url: `http://127.0.0.1:${ports.sandbox}`,
    placeHosts: placeHosts(ports),
    pushHost: `127.0.0.1:${ports.push}`,
  };
}

/** Fills in missing settings from .data/ and the sandbox. Configured values are unchanged. */
async function standIn(settings) {
  const port = await chooseAppPort(settings);
  if (!settings.PORT) savePort("app.port", port);
  const defaults = {
    ...localDefaults(port),
    ...(real && realDefaults(settings)),
    ...makeSecrets(dataFolder),
  };
  const filled = { ...defaults, ...settings, PORT: String(port) };
  await ensureClient();
  // Run in parallel: the build takes longest and needs no running services.
  const [sandboxUrl] = await Promise.all([startOthers(settings, filled), dev || ensureBuilt()]);
  const isDemo = !settings.DATABASE_URL;
  // After the build, because a live stream has a gap from a new watch to the first connection.
  const seed = ["prisma/seed.ts", ...(real ? ["--real"] : [])];
  if (isDemo)
    await step("Creating the demo account", () => runTool("tsx/dist/cli.mjs", seed, { env: filled }));
  return { filled, settings, sandboxUrl, isDemo };
}

/** Starts database and sandbox and sets `filled`. Returns the sandbox's URL, or null. */
async function startOthers(settings, filled) {
  let sandboxUrl = null;
  Object.assign(filled, await openOwnDatabase(settings));
  await migrateDatabase(filled);
  const parts = real ? [standsInFor.resend] : Object.values(standsInFor);
  if (parts.some((isRequired) => isRequired(settings))) {
    const sandbox = await startSandbox(filled.APP_URL);
    sandboxUrl = sandbox.url;
    Object.assign(filled, (real ? mailboxSettings : sandboxSettings)(settings, sandboxUrl));
    if (!real) Object.assign(filled, givenAddresses(settings, sandbox.placeHosts));
    if (!real && standsInFor.push(settings))
      Object.assign(filled, pushSettings(settings, sandbox.pushHost, dataFolder));
  }
  return sandboxUrl;
}

/** Uses only the configured settings (production). */
async function prepare(settings) {
  await ensureClient();
  if (settings.DATABASE_URL) await migrateDatabase(settings);
  if (!dev) await ensureBuilt();
}

async function startApp(settings) {
  const args = dev ? ["--dev"] : [];
  const app = await step("Starting the app", () =>
    startProgram("app", "scripts/serve.mjs", { args, env: settings, logFolder }),
  );
  running.push(app);
}

/** The app's URL on this machine. */
function getAddress({ HOST = "127.0.0.1", PORT }) {
  return `http://${["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST}:${PORT}`;
}

async function announce({ filled, settings, sandboxUrl, isDemo }) {
  const lines = [["Earshot", filled.APP_URL]];
  if (isDemo) lines.push(["Sign in as", "demo@earshot.example, password Listen-2026"]);
  if (sandboxUrl) lines.push(["Mailbox", `${sandboxUrl}/mailbox`]);
  if (sandboxUrl && !real) lines.push(...sandboxPages(sandboxUrl));
  lines.push(["Logs", path.relative(process.cwd(), logFolder) || "."]);
  const sites = real ? await listSites(getAddress(filled)) : [];
  if (real) lines.push(...describeReal(settings, sites));
  const width = Math.max(...lines.map(([name]) => name.length));
  console.log(`\n${lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n")}\n`);
  console.log("Earshot is ready. Ctrl-C stops it.");
  if (real) printSites(getAddress(filled), sites);
}

/** Drains the app first, then stops the sandbox, then PostgreSQL. */
function stopAll(code) {
  stopping ??= (async () => {
    for (const program of running.toReversed()) await program.stop();
    if (getOwner(launcherFile) === process.pid) {
      rmSync(launcherFile, { force: true });
      forgetRunning(dataFolder);
    }
    process.exit(code);
  })();
  return stopping;
}

function fail(error) {
  console.error(`\n${error.message}`);
  if (error.output) console.error(error.output.trimEnd().split("\n").slice(-60).join("\n"));
  return stopAll(1);
}

/**
 * Identifies the parent process, and changes when it ends. The shell between npm and this process outlives
 * npm.
 */
function ancestry() {
  if (!getCommand(process.ppid).includes("start.mjs")) return String(process.ppid);
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(")")).split(" ")[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** A killed npm doesn't stop its children, so this process watches for it. */
function stopWithoutNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestry();
  setInterval(() => ancestry() !== before && stopAll(0), 1_000).unref();
}

async function main() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopAll(0));
  stopWithoutNpm();
  mkdirSync(dataFolder, { recursive: true });
  await takeOverLease();
  await ensureInstalled();
  const settings = readSettingsFile();
  if (settings.NODE_ENV === "production") {
    if (real) throw new Error("--real is only for a local copy, but NODE_ENV is production.");
    await prepare(settings);
    await startApp(settings);
    console.log(`Earshot is ready at ${settings.APP_URL}. Ctrl-C stops it.`);
  } else {
    const stage = await standIn(settings);
    keepRunning(dataFolder, stage.filled);
    await startApp(stage.filled);
    await announce(stage);
  }
  const { name, logFile } = await Promise.race(running.map((program) => program.exited.then(() => program)));
  if (!stopping) throw new Error(`${name} stopped unexpectedly.${logFile ? `\n${getTail(logFile)}` : ""}`);
}

main().catch(fail);
