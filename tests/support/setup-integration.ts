import { afterAll } from "vitest";
import { createTestDatabase } from "./database";
import { testSettings } from "./settings";

// One database per test file. Settings are read at first use, which is after this.
const database = await createTestDatabase();
Object.assign(process.env, testSettings, { DATABASE_URL: database.url });

afterAll(async () => {
  const { closeDatabase } = await import("@/server/platform/database");
  await closeDatabase();
  await database.drop();
});
