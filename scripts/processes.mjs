// Runs other programs: short ones until they exit, long ones bound to this process.
import { fork, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const dieWithParent = pathToFileURL(path.join(root, "scripts/die-with-parent.mjs")).href;

export class CommandFailed extends Error {
  constructor(line, code, output) {
    super(`${line} ended with ${code}`);
    this.output = output;
  }
}

/** Ends a program that needs the built app. */
export function missingBuild() {
  console.error("There is no build here. Make one first: npm run build");
  process.exit(1);
}

/** Runs a command and returns its output. Throws CommandFailed unless it exits with 0. */
export function run(command, args, { env = {}, cwd = root, stdio = ["ignore", "pipe", "pipe"] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: launchedEnvironment(env), stdio });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) return resolve(output);
      reject(new CommandFailed([path.basename(command), ...args].join(" "), signal ?? code, output));
    });
  });
}

/**
 * Runs a Node program until it exits. The program ends if this process is killed, because it must not write
 * while its successor runs.
 */
export function runProgram(file, args, options) {
  const preloaded = ["--import", dieWithParent, file, ...args];
  return run(process.execPath, preloaded, { ...options, stdio: ["ignore", "pipe", "pipe", "ipc"] });
}

/**
 * Runs a JavaScript program of an installed package directly, without a shell or npx.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} [options]
 */
export function runTool(file, args, options) {
  return runProgram(path.join(root, "node_modules", file), args, options);
}

/** Runs the npm that runs this script or, without one, the npm that came with Node. */
export function runNpm(args, options) {
  const cameWithNode = path.resolve(
    path.dirname(realpathSync(process.execPath)),
    "../lib/node_modules/npm/bin/npm-cli.js",
  );
  return runProgram(process.env.npm_execpath ?? cameWithNode, args, options);
}

/** Sets the variable for the preload and turns off telemetry. */
function launchedEnvironment(env) {
  const quiet = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1" };
  return { ...process.env, ...quiet, ...env, EARSHOT_LAUNCHED: "1" };
}

/**
 * Starts a long-running Node program in a separate process group (Ctrl-C must only reach the launcher), with
 * an IPC channel whose end stops it. Resolves with its first message. Throws with the end of its log if it
 * exits earlier. The caller uses `message`, `exited` and `stop(graceMs)`.
 *
 * @param {string} name
 * @param {string} file
 * @param {{ args?: string[], env?: Record<string, string | undefined>, imports?: string[], logFolder: string
 * }} how
 */
export async function startProgram(name, file, { args = [], env = {}, imports = [], logFolder }) {
  mkdirSync(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `${name}.log`);
  const log = openSync(logFile, "w", 0o600);
  const child = fork(path.join(root, file), args, {
    cwd: root,
    detached: true,
    env: launchedEnvironment(env),
    execArgv: ["--import", dieWithParent, ...imports.flatMap((module) => ["--import", module])],
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  const message = await Promise.race([new Promise((resolve) => child.once("message", resolve)), exited]);
  if (typeof message !== "object" || message === null) {
    throw new Error(`${name} exited with ${message} before it was ready:\n${getTail(logFile)}`);
  }
  return { name, message, exited, logFile, pid: child.pid, stop: (graceMs) => stop(child, exited, graceMs) };
}

async function stop(child, exited, graceMs = 12_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await exited;
  clearTimeout(timer);
}

export function getTail(file, lines = 30) {
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}
