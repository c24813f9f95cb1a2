// Bundles src/worker.ts and its worker threads to .next/work, so Node can run them without Next.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./processes.mjs";

/** Packages with native code or with files of their own. */
const external = ["@node-rs/*", "@opentelemetry/*", "@prisma/*", "nodemailer", "pg", "pino", "ws"];

export async function bundleWork() {
  // Loaded on demand: `npm start` imports this file before packages are installed.
  const { build } = await import("esbuild");
  const outdir = path.join(root, ".next/work");
  rmSync(outdir, { recursive: true, force: true });
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { main: "src/worker.ts", worker: "src/server/threads/worker.mjs" },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    minifyWhitespace: true,
    minifySyntax: true,
    define: { "process.env.NODE_ENV": '"production"' },
    external,
    // Some bundled packages are CommonJS and require Node's own modules.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    logLevel: "error",
    write: false,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path: file, text } of outputFiles) writeFileSync(file, inAscii(text));
}

/** Escapes what esbuild leaves in regular expressions. One such character doubles the memory of a file. */
const inAscii = (text) =>
  text.replace(/[^\x00-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleWork();
