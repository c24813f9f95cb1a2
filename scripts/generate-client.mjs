// Writes src/generated/prisma from the schema, as `prisma generate` does: by Prisma's own generator, but without its
// command line, which brings a Studio, a database and an engine of 150 MB along (docs/decisions/024-what-is-installed.md).
import { createRequire } from "node:module";
import path from "node:path";
import enginesVersion from "@prisma/engines-version";
import { root } from "./processes.mjs";

// Their ES modules name folders, which Node doesn't load; the same in CommonJS does.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
const { getGenerator } = require("@prisma/internals");

const generator = await getGenerator({
  schemaPath: path.join(root, "prisma/schema.prisma"),
  registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
  version: enginesVersion.enginesVersion,
  skipDownload: true,
  cliCommand: "generate",
});
await generator.generate();
generator.stop();
