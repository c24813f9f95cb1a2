import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { choosePort } from "../../scripts/ports.mjs";
import { fork } from "node:child_process";

/** Serves the built app with its middleware removed from the build manifests. */
export async function serveWithoutMiddleware(
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-bare-"));
  const dropped = new Set(["cache", "dev", "trace", "diagnostics"]);
  cpSync(".next", path.join(folder, ".next"), {
    recursive: true,
    filter: (from) => !dropped.has(path.relative(".next", from)),
  });
  for (const name of ["scripts", "next.config.ts", "package.json", "tsconfig.json", "public"])
    cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const list = path.join(folder, ".next/server/functions-config-manifest.json");
  const manifest = JSON.parse(readFileSync(list, "utf8")) as { functions: Record<string, unknown> };
  if (manifest.functions["/_middleware"] === undefined) throw new Error("The build lists no middleware.");
  delete manifest.functions["/_middleware"];
  writeFileSync(list, JSON.stringify(manifest));

  const port = await choosePort();
  const url = `http://localhost:${port}`;
  const launched = { EARSHOT_LAUNCHED: "1", PORT: String(port), SCHEDULER: "off" };
  const child = fork(path.join(folder, "scripts/serve.mjs"), [], {
    cwd: folder,
    env: { ...process.env, ...settings, ...launched },
    execArgv: ["--import", path.join(folder, "scripts/die-with-parent.mjs")],
    // Unread output would fill the pipe and block the server.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<string>((resolve) => child.once("exit", (code) => resolve(`ended with ${code}`)));
  const ready = new Promise((resolve) => child.once("message", resolve));
  const outcome = await Promise.race([ready, ended]);
  if (typeof outcome === "string") throw new Error(`The app without its middleware ${outcome}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
