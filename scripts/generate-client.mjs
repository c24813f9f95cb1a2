// Generates src/generated/prisma like `prisma generate`, with Prisma's own generator but without its CLI,
// which includes 150 MB of Studio, database and engine (docs/decisions/024-package-groups.md).
import { createRequire } from "node:module";
import path from "node:path";
import enginesVersion from "@prisma/engines-version";
import { root } from "./processes.mjs";

// CommonJS, because the packages' ES modules import folders, which Node doesn't support.
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
