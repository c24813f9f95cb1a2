import { afterAll, vi } from "vitest";

// A worker runs many files and loads each package only once. The sources are reloaded for each file, so no
// settings, mocks or caches leak into the next one.
const settings = { ...process.env };
const retained = globalThis as Record<string, unknown> & { earshotThreads?: { end: () => Promise<void> } };

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await retained.earshotThreads?.end();
  for (const name of Object.keys(retained)) if (name.startsWith("earshot")) delete retained[name];
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
  vi.resetModules();
});
