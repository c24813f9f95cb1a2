import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { choosePort } from "../../scripts/ports.mjs";

const program = "/usr/sbin/pgbouncer";

/** Starts PgBouncer in transaction mode in front of this database. Null if it isn't installed. */
export async function startPooler(url: string): Promise<{ url: string; stop: () => Promise<void> } | null> {
  if (!existsSync(program)) return null;
  const { hostname, port, pathname, username, password } = new URL(url);
  const name = pathname.slice(1);
  const directory = mkdtempSync(path.join(tmpdir(), "pooler-"));
  chmodSync(directory, 0o755);
  const ownPort = await choosePort();
  const file = path.join(directory, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
`,
  );
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, ["--quiet", file], { stdio: "inherit", ...identity });
  while (!(await isOpen(ownPort))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await sleep(50);
  }
  const pooled = new URL(url);
  pooled.port = String(ownPort);
  const stop = async () => {
    child.kill("SIGINT");
    if (child.exitCode === null) await once(child, "exit");
    rmSync(directory, { recursive: true });
  };
  return { url: pooled.href, stop };
}

export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const [event] = await Promise.race([
    once(socket, "connect").then(() => ["open"]),
    once(socket, "error").then(() => ["closed"]),
  ]).catch(() => ["closed"]);
  socket.destroy();
  return event === "open";
}
