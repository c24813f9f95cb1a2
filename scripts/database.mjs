// Runs an embedded PostgreSQL for this checkout: the real server, from an npm package.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { moveAside } from "./database-user.mjs";
import { isFromBefore } from "./migrate.mjs";

const keeper = fileURLToPath(new URL("./keep-database.mjs", import.meta.url));

/**
 * Starts the server with its data in `directory`. Resolves to { url, stop } once it accepts connections on
 * 127.0.0.1. The server ends with this process, even if this process is killed. `durable: false` is for
 * tests: nothing is synced to disk, and the data is deleted when the server stops. `sharedBuffers` is
 * PostgreSQL's setting; the default depends on the machine.
 */
export async function startDatabase({ directory, durable = true, sharedBuffers = "" }) {
  // A separate process group: Ctrl-C must only reach the launcher, so the app can drain first.
  const child = fork(keeper, [directory, durable ? "durable" : "volatile", sharedBuffers], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint += chunk));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve) => child.once("message", resolve));
  const message = await Promise.race([ready, exited]);
  if (typeof message !== "object" || message === null) {
    throw new Error(`The embedded database did not start: ${complaint.trim() || "no reason given"}`);
  }
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
  return { url: message.url, exited, stop };
}

/**
 * Starts the server and returns the URL of the database `name`. A database from before the first release is
 * renamed and replaced by a new one; `onMovedAside` gets its new path.
 */
export async function openDatabase({ directory, name, onMovedAside, ...options }) {
  const getAddress = (server) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const server = await startDatabase({ directory, ...options });
  if (!(await isFromBefore(getAddress(server)))) return { ...server, url: getAddress(server) };
  await server.stop();
  onMovedAside(moveAside(directory));
  const fresh = await startDatabase({ directory, ...options });
  return { ...fresh, url: getAddress(fresh) };
}
