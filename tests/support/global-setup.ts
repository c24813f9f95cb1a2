import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startDatabase } from "../../scripts/database.mjs";
import { listMigrations, migrate } from "../../scripts/migrate.mjs";

declare module "vitest" {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
  }
}

const testFolder = path.resolve(".data/test");

/**
 * Provides one PostgreSQL server and one migrated template for the run. TEST_DATABASE_URL selects an existing
 * server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepDeadRuns();
  const input = process.env.TEST_DATABASE_URL;
  const own = input ? null : await startOwnDatabase();
  const adminUrl = input ?? own!.url;
  project.provide("adminUrl", adminUrl);
  project.provide("template", await createTemplate(adminUrl));
  return async () => own?.stop();
}

function startOwnDatabase() {
  return startDatabase({ directory: path.join(testFolder, `postgres-${process.pid}`), durable: false });
}

/**
 * Creates the template database. Its name contains a hash of the migrations, so it's recreated only after
 * they change.
 */
async function createTemplate(adminUrl: string): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, checksum } of listMigrations()) hash.update(`${name} ${checksum}\n`);
  const template = `earshot_template_${hash.digest("hex").slice(0, 12)}`;
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return template;
}

/** Removes folders left by killed runs. Their servers have already exited. */
function sweepDeadRuns(): void {
  mkdirSync(testFolder, { recursive: true });
  for (const name of readdirSync(testFolder)) {
    const pid = Number(/^postgres-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(path.join(testFolder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
