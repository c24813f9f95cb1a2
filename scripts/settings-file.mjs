// What is set: the environment, and beneath it the file .env where there is one. Empty counts as unset.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

const file = fileURLToPath(new URL("../.env", import.meta.url));

/** The settings given, as a record without empty values. */
export function readSettingsFile() {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(process.env) };
}

/** Where `npm start` keeps what it has here, with `--real` apart. */
export function dataFolderOf(real) {
  return fileURLToPath(new URL(real ? "../.data/real" : "../.data", import.meta.url));
}

const runningFile = (dataFolder) => path.join(dataFolder, "running.json");

/** Keeps the settings that a copy runs with, for the commands that work on it; there are secrets among them. */
export function keepRunning(dataFolder, settings) {
  const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  const set = Object.fromEntries(names.map((name) => [name, settings[name]]));
  rmSync(runningFile(dataFolder), { force: true });
  writeFileSync(runningFile(dataFolder), JSON.stringify(set), { mode: 0o600 });
}

export function forgetRunning(dataFolder) {
  rmSync(runningFile(dataFolder), { force: true });
}

/** The settings for a command: those given, and beneath them what `npm start` runs with here, where it does. */
export function readCopySettings({ real = false } = {}) {
  const file = runningFile(dataFolderOf(real));
  const running = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return { ...running, ...readSettingsFile() };
}

/** What to do where no database is named. */
export const noCopyHint =
  "To use the copy that `npm start` runs here, run this again while it is running. It needs no settings.";

function withoutEmpty(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== ""));
}
