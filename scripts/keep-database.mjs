// Runs an embedded PostgreSQL for the parent process and stops it when the parent ends. Arguments: the
// directory, "durable" or "volatile", and optionally shared_buffers. Sends { url } once connections are
// accepted.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { findUnprivilegedUser, makeReachable, nativeFolder } from "./database-user.mjs";
import { getCommand } from "./lock.mjs";
import { choosePort } from "./ports.mjs";

const [requested, durability, sharedBuffers] = process.argv.slice(2);
const volatile = durability === "volatile";
const owner = findUnprivilegedUser();
const { directory, native } = makeReachable(path.resolve(requested), nativeFolder(), owner);
const cluster = path.join(directory, "cluster");
const passwordFile = path.join(directory, "password");
const environment = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
const program = (name) => path.join(native, "bin", name);
const asOwner = owner ? { uid: owner.uid, gid: owner.gid } : {};

function give(file, mode) {
  chmodSync(file, mode);
  if (owner) chownSync(file, owner.uid, owner.gid);
}

/**
 * Creates the cluster in a draft folder and renames it when complete, so a killed start leaves no partial
 * cluster.
 */
function createCluster() {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  give(draft, 0o700);
  writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  give(passwordFile, 0o600);
  // Sorts like C, but searches ignore the case of all letters, not only of ASCII.
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const flags = ["--auth=scram-sha-256", "--username=earshot", "--encoding=UTF8", ...locale];
  if (volatile) flags.push("--no-sync");
  const made = spawnSync(program("initdb"), [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...flags], {
    ...asOwner,
    cwd: directory,
    env: environment,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  renameSync(draft, cluster);
}

/** Stops a server that survived a kill -9 of its parents. Doesn't touch other processes with the same id. */
async function stopLeftover() {
  const pidFile = path.join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (getCommand(pid).includes(cluster)) {
    process.kill(pid, "SIGINT");
    for (let waitedMs = 0; getCommand(pid).includes(cluster); waitedMs += 50) {
      if (waitedMs > 20_000) process.kill(pid, "SIGQUIT");
      await sleep(50);
    }
  }
  rmSync(pidFile, { force: true });
}

function startServer(port) {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
    ...(sharedBuffers ? [`shared_buffers=${sharedBuffers}`] : []),
    ...(volatile ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  // A separate process group, so only this process stops it.
  return spawn(
    program("postgres"),
    ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...asOwner, cwd: directory, env: environment, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
}

async function untilReachable(server, url) {
  let log = "";
  server.stderr.on("data", (chunk) => (log = (log + chunk).slice(-4_000)));
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`postgres stopped: ${log}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function main() {
  if (!existsSync(path.join(cluster, "PG_VERSION"))) createCluster();
  await stopLeftover();
  const portFile = path.join(directory, "port");
  const port = await choosePort(existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : 0);
  writeFileSync(portFile, String(port));
  const server = startServer(port);
  const password = readFileSync(passwordFile, "utf8");
  const url = `postgresql://earshot:${password}@127.0.0.1:${port}/postgres`;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  process.once("disconnect", async () => {
    server.kill("SIGINT"); // fast shutdown: open transactions are rolled back, the data is checkpointed
    await ended;
    if (volatile) rmSync(directory, { recursive: true, force: true });
    process.exit(0);
  });
  await untilReachable(server, url);
  process.send({ url });
  await ended;
  if (process.connected) throw new Error("postgres stopped unexpectedly");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
