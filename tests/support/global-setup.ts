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

interface Server {
  url: string;
  template: string;
  stop: () => Promise<void>;
}

/** On globalThis, because each project of a run loads this module, and a second server would stop the first. */
const run = globalThis as typeof globalThis & {
  earshotTestServer?: { users: number; opened: Promise<Server> };
};

/**
 * Provides one PostgreSQL server and one migrated template for the run. TEST_DATABASE_URL selects an existing
 * server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (run.earshotTestServer ??= { users: 0, opened: openServer() });
  server.users += 1;
  const { url, template, stop } = await server.opened;
  project.provide("adminUrl", url);
  project.provide("template", template);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete run.earshotTestServer;
    await stop();
  };
}

async function openServer(): Promise<Server> {
  sweepDeadRuns();
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, template: await createTemplate(given), stop: async () => {} };
  const { url, stop } = await startDatabase({ directory: databaseFolder(), durable: false });
  return { url, template: await createTemplate(url), stop };
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
