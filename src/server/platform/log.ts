import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { perProcess } from "@/adapters/per-process";
import { logLevel } from "@/env";

interface LogContext {
  requestId?: string;
  run?: string;
}

const contexts = perProcess("earshotLogContext", () => new AsyncLocalStorage<LogContext>());

/** The logger: one line of JSON per entry. Log only codes, ids and counts, never personal data. */
export function log(): pino.Logger {
  return perProcess("earshotLogger", () =>
    pino({
      base: null,
      level: logLevel(),
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...contexts.getStore() }),
    }),
  );
}

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

/** Masks quoted values and email addresses, because drivers put user data into messages. */
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

export function masked(message: string): string {
  return message
    .replace(/(["'`])(?:(?!\1).)*\1/gs, "$1…$1")
    .replace(/\S+/g, (word) => (word.slice(1, -1).includes("@") ? "…" : word))
    .slice(0, 500);
}
