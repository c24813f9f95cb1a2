import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { logLevel } from "@/env";

let logger: pino.Logger | undefined;

/** What every entry written meanwhile belongs to. */
interface LogContext {
  requestId?: string;
  run?: string;
}

// Kept on globalThis: Next loads a module once per bundle, and each copy would know of its own contexts alone.
const kept = globalThis as typeof globalThis & { earshotLogContext?: AsyncLocalStorage<LogContext> };
const contexts = (kept.earshotLogContext ??= new AsyncLocalStorage());

/** One line of JSON an entry. Logs never hold personal data: codes, ids and counts only. */
export function log(): pino.Logger {
  return (logger ??= pino({
    base: null,
    level: logLevel(),
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...contexts.getStore() }),
  }));
}

/** Does `work` such that what is logged meanwhile carries these ids too. */
export function logging<T>(context: LogContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work);
}

interface LoggedError {
  name: string;
  code?: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
}

/** An unexpected error for the log; quoted values and addresses are masked, drivers put users' data into messages. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: "not an Error" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    code,
    message: masked(error.message),
    stack: frames?.slice(0, 12).join("\n"),
    cause: error.cause !== undefined && depth < 3 ? loggedError(error.cause, depth + 1) : undefined,
  };
}

/** A text of somebody else's for the log: without what it quotes, without addresses, and short. */
export function masked(message: string): string {
  return message
    .replace(/(["'`])(?:(?!\1).)*\1/gs, "$1…$1")
    .replace(/\S+/g, (word) => (word.slice(1, -1).includes("@") ? "…" : word))
    .slice(0, 500);
}
