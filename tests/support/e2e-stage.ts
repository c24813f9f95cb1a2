import { rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../scripts/build.mjs";
import { startDatabase } from "../../scripts/database.mjs";
import { migrate } from "../../scripts/migrate.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { makeVapidKeys, pushSettings, vendorsAt } from "../../scripts/settings.mjs";
import { runTool, startProgram } from "../../scripts/processes.mjs";
import { databaseFolder } from "./shared-memory";
import { sandboxAddresses } from "./served-app";
import { testSettings } from "./settings";

const folder = path.resolve(".data/test");

/** Starts the built app, the sandbox and a fresh database with the demo account. */
export default async function openStage(): Promise<() => Promise<void>> {
  // Build before serving: otherwise a test file that serves the app again would rebuild it under the running
  // one.
  await ensureBuilt();
  const directory = databaseFolder();
  const database = await startDatabase({ directory, durable: false });
  const url = new URL(database.url);
  url.pathname = "/earshot";
  await migrate(url.href);

  const port = await choosePort();
  const appUrl = `http://localhost:${port}`;
  const sandbox = await startProgram("sandbox", "sandbox/main.ts", {
    args: ["--app-url", appUrl, "--certificate", folder],
    imports: ["tsx"],
    logFolder: path.join(folder, "logs"),
  });
  const sandboxUrl = `http://127.0.0.1:${sandbox.message.port}`;
  const settings = {
    ...testSettings,
    APP_URL: appUrl,
    PORT: String(port),
    DATABASE_URL: url.href,
    ...sandboxAddresses(sandboxUrl),
    // Without a rate limit store, because each request would run a Lua script in the sandbox. Other tests check the store.
    UPSTASH_REDIS_REST_URL: "",
    UPSTASH_REDIS_REST_TOKEN: "",
    SCHEDULER: "on",
    // Use polling, so tests can choose when updates arrive. live.spec.ts serves its own app with live
    // updates.
    LIVE: "off",
    LOCAL_ADDRESSES: `127.0.0.1:${sandbox.message.placesPort},127.0.0.1:${sandbox.message.forumPort},127.0.0.1:${sandbox.message.lemmyPort}`,
    VENDOR_HOSTS: vendorsAt(`127.0.0.1:${sandbox.message.placesPort}`),
    ...makeVapidKeys(),
    ...pushSettings({}, `127.0.0.1:${sandbox.message.pushPort}`, folder),
  };
  await runTool("tsx/dist/cli.mjs", ["prisma/seed.ts"], { env: settings });
  const app = await startProgram("app", "scripts/serve.mjs", {
    env: settings,
    logFolder: path.join(folder, "logs"),
  });
  // Read by the workers, which start after this.
  Object.assign(process.env, {
    E2E_APP_URL: appUrl,
    E2E_SANDBOX_URL: sandboxUrl,
    E2E_FORUM_HOST: `127.0.0.1:${sandbox.message.forumPort}`,
    E2E_PLACES_URL: `http://127.0.0.1:${sandbox.message.placesPort}`,
    E2E_SETTINGS: JSON.stringify(settings),
  });
  return async () => {
    await app.stop();
    await sandbox.stop();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
