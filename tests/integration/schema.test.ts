import { readFileSync, rmSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runTool } from "../../scripts/processes.mjs";

// prisma.config.ts reads the database from the environment, which names this file's own migrated one.
const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-schema-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The statements that would bring the migrated database to the schema. */
async function draft(schema: string): Promise<string> {
  const args = ["migrate", "diff", "--from-config-datasource", "--to-schema", schema, "--script"];
  const printed: string = await runTool("prisma/build/index.js", args, { env: { DIRECT_DATABASE_URL: "" } });
  return printed
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("--") && !line.startsWith("Loaded"))
    .join("\n");
}

test("the migrations lead to exactly the schema", async () => {
  expect(await draft("prisma/schema.prisma")).toBe("");
});

test("a column that no migration adds is told", async () => {
  const schema = path.join(folder, "schema.prisma");
  const text = readFileSync("prisma/schema.prisma", "utf8");
  writeFileSync(schema, text.replace("model User {", "model User {\n  planted String?"));
  expect(await draft(schema)).toContain('ADD COLUMN     "planted" TEXT');
});
