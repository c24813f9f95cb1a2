// Builds the Prisma client and the app if their sources have changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWork } from "./bundle-work.mjs";
import { withLock } from "./lock.mjs";
import { root, runProgram, runTool } from "./processes.mjs";
import { step } from "./progress.mjs";

const clientSources = ["prisma/schema.prisma", "scripts/generate-client.mjs", "package-lock.json"];
const appSources = [
  ...clientSources,
  "docs/n8n-earshot.json",
  "middleware.ts",
  "next.config.ts",
  "package.json",
  "postcss.config.mjs",
  "public",
  "scripts/bundle-work.mjs",
  "scripts/safe-headers.mjs",
  "src",
  "tsconfig.json",
];
const clientStamp = path.join(root, "src/generated/stamp");
const appStamp = path.join(root, ".next/earshot-stamp");

function addTo(hash, name) {
  const file = path.join(root, name);
  if (name === "src/generated" || !existsSync(file)) return;
  if (statSync(file).isDirectory()) {
    for (const entry of readdirSync(file).sort()) addTo(hash, `${name}/${entry}`);
    return;
  }
  hash.update(`${name}\n`).update(readFileSync(file)).update("\n");
}

function getHash(sources) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of sources) addTo(hash, name);
  return hash.digest("hex");
}

const buildId = path.join(root, ".next/BUILD_ID");

const isMade = (stampFile, hash) => existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;

/** Generates src/generated/prisma from the schema. */
export async function ensureClient({ always = false } = {}) {
  const hash = getHash(clientSources);
  if (!always && isMade(clientStamp, hash)) return;
  await step("Generating the database client", async () => {
    await runProgram("scripts/generate-client.mjs", []);
    writeFileSync(clientStamp, hash);
  });
}

/** Builds .next. A lock prevents concurrent builds in one checkout. */
export async function ensureBuilt({ always = false, env = {} } = {}) {
  await withLock(path.join(root, ".data/build.lock"), async () => {
    await ensureClient({ always });
    const hash = getHash(appSources);
    if (!always && isMade(appStamp, hash) && existsSync(buildId)) return;
    rmSync(appStamp, { force: true });
    await step("Building the app", () =>
      runTool("next/dist/bin/next", ["build"], { env: { ...env, NODE_ENV: "production" } }),
    );
    await bundleWork();
    if (!existsSync(buildId)) throw new Error("The build finished without a result.");
    shareChunks();
    writeFileSync(appStamp, hash);
  });
}

/**
 * Turbopack writes duplicate chunks that differ only in their names: 45 of 58 MB, which a server would load
 * and keep in memory. Replaces the duplicates with re-exports. Not on Vercel, where each entry is a separate
 * function.
 */
function shareChunks() {
  if (process.env.VERCEL) return;
  const firsts = new Map();
  const entries = readdirSync(path.join(root, ".next/server/chunks"), {
    recursive: true,
    withFileTypes: true,
  });
  for (const { name, parentPath } of entries.filter(
    (entry) => entry.isFile() && entry.name.endsWith(".js"),
  )) {
    const file = path.join(parentPath, name);
    const [text] = readFileSync(file, "utf8").split("\n//# sourceMappingURL=");
    const key = `${parentPath} ${createHash("sha256").update(text).digest("hex")}`;
    const first = firsts.get(key) ?? name;
    firsts.set(key, first);
    if (first === name) continue;
    writeFileSync(file, `module.exports=require(${JSON.stringify(`./${first}`)})\n`);
    rmSync(`${file}.map`, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt({ always: true }).catch((error) => {
    console.error(error.output ?? error.message);
    process.exitCode = 1;
  });
}
