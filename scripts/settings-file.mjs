// Reads the settings: environment variables take precedence over .env. Empty values count as unset.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

const file = fileURLToPath(new URL("../.env", import.meta.url));

/** Returns the settings without empty values. */
export function readSettingsFile() {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(process.env) };
}

/** Returns the data folder of `npm start`. `--real` has a separate one. */
export function getDataFolder(real) {
  return fileURLToPath(new URL(real ? "../.data/real" : "../.data", import.meta.url));
}

const runningFile = (dataFolder) => path.join(dataFolder, "running.json");

/** Stores the settings of a running copy for the commands that work on it. They include secrets. */
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

/**
 * Returns the settings for a command: its own settings take precedence over those of a running `npm start`.
 */
export function readCopySettings({ real = false } = {}) {
  const file = runningFile(getDataFolder(real));
  const running = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return { ...running, ...readSettingsFile() };
}

/** Hint shown when no database is configured. */
export const noCopyHint =
  "To use the copy that `npm start` runs here, run this again while it is running. It needs no settings.";

function withoutEmpty(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== ""));
}
