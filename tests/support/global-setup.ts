import { createHash } from "node:crypto";
import type { TestProject } from "vitest/node";
import { startDatabase } from "../../scripts/database.mjs";
import { listMigrations, migrate } from "../../scripts/migrate.mjs";
import { databaseFolder, sweepDeadRuns } from "./shared-memory";

declare module "vitest" {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
  }
}

/**
 * Provides one PostgreSQL server and one migrated template for the run. TEST_DATABASE_URL selects an existing
 * server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepDeadRuns();
  const input = process.env.TEST_DATABASE_URL;
  const own = input ? null : await startDatabase({ directory: databaseFolder(), durable: false });
  const adminUrl = input ?? own!.url;
  project.provide("adminUrl", adminUrl);
  project.provide("template", await createTemplate(adminUrl));
  return async () => own?.stop();
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
