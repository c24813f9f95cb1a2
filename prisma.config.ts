import path from "node:path";
import { defineConfig } from "@prisma/config";

// The native schema engine must be downloaded. The npm registry has the same engine as WASM
// (docs/decisions/002).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve("scripts/schema-engine.mjs");

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL || "" },
});
