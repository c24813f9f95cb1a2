import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { envSchema, parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const example = readFileSync(".env.example", "utf8");
const lines = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, commented, name, value]) => ({
  name: name!,
  value: value!,
  isDefault: commented !== undefined,
}));
const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };

test("lists every setting exactly once", () => {
  const names = lines.map(({ name }) => name);
  expect([...names].sort()).toEqual(Object.keys(envSchema.shape).sort());
});

test("shows the default of each setting that has one", () => {
  const shown = lines.filter(({ isDefault }) => isDefault);
  const withDefault = Object.entries(envSchema.shape).filter(([, schema]) => "removeDefault" in schema);
  expect(shown.map(({ name }) => name).sort()).toEqual(withDefault.map(([name]) => name).sort());
  const unset = Object.fromEntries(shown.map(({ name }) => [name, ""]));
  const input = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
  expect(parseEnv({ ...required, ...input })).toEqual(parseEnv({ ...required, ...unset }));
});

test("sets nothing when copied unchanged", () => {
  expect(lines.filter(({ isDefault, value }) => !isDefault && value !== "")).toEqual([]);
});

test("docs/operations.md lists every rate limit", () => {
  const listed = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\|.*`(RATE_LIMIT_\w+)` +\|/gm)];
  const limits = Object.keys(envSchema.shape).filter((name) => name.startsWith("RATE_LIMIT_"));
  expect(listed.map(([, name]) => name).sort()).toEqual(limits.sort());
});
