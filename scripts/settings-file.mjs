// What is set: the environment, and beneath it the file .env where there is one. Empty counts as unset.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

const file = fileURLToPath(new URL("../.env", import.meta.url));

/** The settings given, as a record without empty values. */
export function readSettingsFile() {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(process.env) };
}

function withoutEmpty(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== ""));
}
