import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runTool } from "../../scripts/processes.mjs";

// prisma.config.ts uses the database from the environment, which is this test's migrated one.
const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-schema-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the statements that would migrate the database to the schema. */
async function draft(schema: string): Promise<string> {
  const args = ["migrate", "diff", "--from-config-datasource", "--to-schema", schema, "--script"];
  const printed: string = await runTool("prisma-cli/build/index.js", args, {
    env: { DIRECT_DATABASE_URL: "" },
  });
  return printed
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("--") && !line.startsWith("Loaded"))
    .join("\n");
}

test("the migrations match the schema", async () => {
  expect(await draft("prisma/schema.prisma")).toBe("");
});

test("reports a column without a migration", async () => {
  const schema = path.join(folder, "schema.prisma");
  const text = readFileSync("prisma/schema.prisma", "utf8");
  writeFileSync(schema, text.replace("model User {", "model User {\n  planted String?"));
  expect(await draft(schema)).toContain('ADD COLUMN     "planted" TEXT');
});

/** Returns a folder's files with their text, by path. */
function textsBelow(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
  return Object.fromEntries(paths.map((file) => [path.relative(root, file), readFileSync(file, "utf8")]));
}

test("the generated client matches the output of Prisma's command", async () => {
  const schema = path.join(folder, "prisma/schema.prisma");
  mkdirSync(path.dirname(schema));
  writeFileSync(schema, readFileSync("prisma/schema.prisma", "utf8"));
  await runTool("prisma-cli/build/index.js", ["generate", "--schema", schema]);
  const made = textsBelow("src/generated/prisma");
  expect(Object.keys(made).length).toBeGreaterThan(10);
  expect(textsBelow(path.join(folder, "src/generated/prisma"))).toEqual(made);
});
