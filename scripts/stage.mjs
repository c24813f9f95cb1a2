// The whole product on a stage of its own for the end-to-end tests: a fresh database, the sandbox, the built app
// and its clock, on free ports, gone when it is struck.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDatabase } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { choosePort } from "./ports.mjs";
import { root, runTool, startProgram } from "./processes.mjs";
import { localDefaults, makeSecrets, sandboxSettings } from "./settings.mjs";

/** Resolves to the app's and the sandbox's addresses, and `strike()`. */
export async function buildStage() {
  const folder = mkdtempSync(path.join(tmpdir(), "earshot-stage-"));
  const logFolder = path.join(root, ".data/logs/e2e");
  const running = [];
  const strike = async () => {
    for (const program of running.toReversed()) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const database = await startDatabase({
      directory: path.join(root, `.data/test/postgres-${process.pid}`),
      durable: false,
    });
    running.push(database);
    const url = new URL(database.url);
    url.pathname = "/earshot";
    await migrate(url.href);

    const port = await choosePort(0);
    const base = {
      ...localDefaults(port),
      ...makeSecrets(folder),
      DATABASE_URL: url.href,
      PORT: String(port),
    };
    const sandbox = await startProgram("sandbox", "sandbox/main.ts", {
      args: ["--port", "0", "--app-url", base.APP_URL],
      imports: ["tsx"],
      logFolder,
    });
    running.push(sandbox);
    const sandboxUrl = `http://127.0.0.1:${sandbox.message.port}`;
    const settings = { ...base, ...sandboxSettings({}, sandboxUrl) };
    await runTool("tsx/dist/cli.mjs", ["prisma/seed.ts"], { env: settings });
    running.push(await startProgram("app", "scripts/serve.mjs", { env: settings, logFolder }));
    return { appUrl: settings.APP_URL, sandboxUrl, strike };
  } catch (error) {
    await strike();
    throw error;
  }
}
