// An embedded PostgreSQL for this checkout: the real server, from a registry package.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { putAside } from "./database-user.mjs";
import { isFromBefore } from "./migrate.mjs";

const keeper = fileURLToPath(new URL("./keep-database.mjs", import.meta.url));

/**
 * Starts the server that keeps its data below `directory` and resolves to { url, stop } once it accepts
 * connections on 127.0.0.1. It ends with this process, however that ends. `durable: false` is for tests:
 * nothing is synced to disk, and the data goes when the server stops. `sharedBuffers`
 * is PostgreSQL's setting; left out, it is what suits the machine.
 */
export async function startDatabase({ directory, durable = true, sharedBuffers = "" }) {
  // A process group of its own: ctrl-C must reach the launcher only, so that the app can drain first.
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
 * The embedded server below `directory` with the address of the database `name` on it. One from before the first release
 * is put aside, which `onPutAside` is told with its new place, and a new one is made.
 */
export async function openDatabase({ directory, name, onPutAside, ...options }) {
  const addressOf = (server) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const server = await startDatabase({ directory, ...options });
  if (!(await isFromBefore(addressOf(server)))) return { ...server, url: addressOf(server) };
  await server.stop();
  onPutAside(putAside(directory));
  const fresh = await startDatabase({ directory, ...options });
  return { ...fresh, url: addressOf(fresh) };
}
