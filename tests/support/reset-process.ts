import { readFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";
import { dropResponses } from "./after-responses";

// A worker runs many files. Modules and worker threads stay loaded, because loading them takes long; the
// settings and the other values of the process don't leak into the next file.
const settings = { ...process.env };
const retained = globalThis as Record<string, unknown> & { earshotThreads?: { end: () => Promise<void> } };

/** Mocks change modules that are already loaded, so such a file loads its own, and so does the next one. */
const hasMocks = /vi\.(doMock|mock|resetModules)\(/.test(readFileSync(expect.getState().testPath!, "utf8"));
if (hasMocks) await forgetModules();

async function forgetModules(): Promise<void> {
  await retained.earshotThreads?.end();
  delete retained.earshotThreads;
  vi.resetModules();
}

afterAll(async () => {
  dropResponses();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (hasMocks) await forgetModules();
  for (const name of Object.keys(retained))
    if (name.startsWith("earshot") && name !== "earshotThreads") delete retained[name];
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
});
