import path from "node:path";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { getStreams } from "../../scripts/settings.mjs";
import { testSettings } from "./settings";

export interface ServedApp {
  url: string;
  pid: number;
  logFile: string;
  /** The exit code, or the signal that ended the process. */
  exited: Promise<unknown>;
  stop: () => Promise<void>;
}

/**
 * Serves the built app with the server of `npm run serve`, on its own port. `more` overrides the test
 * settings, `args` are command-line arguments.
 */
export async function serveApp(
  name: string,
  more: Record<string, string | undefined>,
  imports: string[] = [],
  args: string[] = [],
): Promise<ServedApp> {
  await ensureBuilt();
  const port = await choosePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...testSettings, APP_URL: url, PORT: String(port), ...more };
  const app = await startProgram(name, "scripts/serve.mjs", {
    args,
    env,
    imports,
    logFolder: path.resolve(".data/test/logs"),
  });
  return { url, pid: app.pid!, logFile: app.logFile, exited: app.exited, stop: () => app.stop() };
}

/** The settings for using a sandbox. */
export function sandboxAddresses(url: string): Record<string, string> {
  return {
    REDDIT_AUTH_URL: `${url}/reddit`,
    REDDIT_API_URL: `${url}/reddit`,
    HACKERNEWS_API_URL: `${url}/hackernews`,
    LOBSTERS_URL: `${url}/lobsters`,
    GITHUB_API_URL: `${url}/github`,
    GITHUB_TOKEN: "a-test-token",
    GDELT_URL: `${url}/news`,
    FEDIVERSE_STREAM_URL: `${url}/fediverse/api/v1/streaming/public`,
    FEDIVERSE_INSTANCES: `social.example=${url}/fediverse/social.example,tags.example=${url}/fediverse/tags.example`,
    BLUESKY_STREAM_URLS: getStreams(url),
    BLUESKY_API_URL: `${url}/bluesky`,
    STACKEXCHANGE_API_URL: `${url}/stackexchange`,
    STACKEXCHANGE_KEY: "sandbox-key",
    RESEND_BASE_URL: `${url}/resend`,
    UPSTASH_REDIS_REST_URL: `${url}/upstash`,
    STRIPE_API_URL: `${url}/stripe`,
  };
}

/** Calls a cron route like a scheduler. */
export async function callCron(
  appUrl: string,
  name: "poll" | "listen" | "deliver" | "retention",
): Promise<Response> {
  const headers = { authorization: `Bearer ${testSettings.CRON_SECRET}` };
  return fetch(`${appUrl}/api/cron/${name}`, { headers });
}
