import { afterEach, expect, test, vi } from "vitest";
import { databasePool, parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const settings = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const vercel = { VERCEL: "1" };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function poolWith(more: Record<string, string>): number {
  for (const [name, value] of Object.entries({ ...settings, VERCEL: "", ...more })) vi.stubEnv(name, value);
  vi.stubGlobal("earshotEnv", undefined);
  return databasePool();
}

test.each([
  ["20 connections by default", {}, 20],
  ["5 connections on Vercel", vercel, 5],
  ["the configured number of connections", { DATABASE_POOL: "1" }, 1],
  ["the configured number of connections on Vercel", { ...vercel, DATABASE_POOL: "30" }, 30],
])("keeps %s", (_what, more, size) => {
  expect(poolWith(more)).toBe(size);
});

test.each(["0", "-1", "2.5", "many", "501"])("rejects DATABASE_POOL=%s", (value) => {
  expect(() => parseEnv({ ...settings, DATABASE_POOL: value })).toThrow(
    "DATABASE_POOL: must be a whole number from 1 to 500",
  );
});
