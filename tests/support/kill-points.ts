import { EventEmitter } from "node:events";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";

/** The parts of the work that a statement or request can belong to. */
export const parts = ["poll", "record", "enqueue", "deliver", "webhook"] as const;
export type Part = (typeof parts)[number];

/**
 * Where to kill the process: at the nth wait of a part, before it sends the request, while it waits, or when
 * the response arrives.
 */
export interface Ending {
  part: Part;
  nth: number;
  moment: "before" | "waiting" | "answered";
}

/** Function names in the stack that identify a part. The bundler can append numbers to them. */
const signs: readonly (readonly [Part, RegExp])[] = [
  [
    "record",
    /\b(recordChunk|rememberItems|insertItems|insertNotifications|addTotals|limitDays|insertGaps|moveReads)\d*\b/,
  ],
  [
    "deliver",
    /\b(deliverDue|freezeDue|sendNext|prepareAttempt|recordOutcomes?|recordWholeRequest|recordUnreadable|freezeDeliveries|claimRequest|countWaiting|sendBatch)\d*\b/,
  ],
  ["enqueue", /\b(enqueueDueDeliveries|enqueueChannel|inTurn)\d*\b/],
];

let ending: Ending | null = null;
let fixed: Part | null = null;
const counts = new Map<Part, number>();
const partOfConnection = new WeakMap<object, Part>();

/** Resets the counts and sets the next kill point. While `only` is set, all waits count for that part. */
export function startCounting(next: Ending | null): void {
  ending = next;
  counts.clear();
}

export function countFor(only: Part | null): void {
  fixed = only;
}

/** Number of waits per part. */
export function countedWaits(): Record<string, number> {
  return Object.fromEntries(counts);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("unreachable");
}

function partHere(connection?: object): Part {
  if (fixed !== null) return fixed;
  const stack = new Error("where").stack ?? "";
  const found = signs.find(([, sign]) => sign.test(stack))?.[0];
  // A COMMIT belongs to the part of the transaction's statements.
  const part = found ?? (connection && partOfConnection.get(connection)) ?? "poll";
  if (connection) partOfConnection.set(connection, part);
  return part;
}

/** Counts a wait. Returns the moment to kill the process, or null. */
function wait(connection?: object): Ending["moment"] | null {
  const part = partHere(connection);
  const nth = counts.get(part) ?? 0;
  counts.set(part, nth + 1);
  const isMine = ending !== null && ending.part === part && ending.nth === nth;
  if (!isMine) return null;
  if (ending!.moment === "before") die();
  return ending!.moment;
}

async function responded<T>(requested: Promise<T>, moment: Ending["moment"] | null): Promise<T> {
  // The request is already under way when the process dies.
  if (moment === "waiting") setTimeout(die, 1);
  const response = await requested;
  if (moment !== null) die();
  return response;
}

/** Counts all statements and requests of this process. Call it before the first one. */
export function watchWaits(): void {
  Error.stackTraceLimit = 60;
  for (const { prototype } of [pg.Pool, pg.Client] as { prototype: { query: unknown } }[]) {
    const query = prototype.query as (...args: unknown[]) => Promise<unknown>;
    prototype.query = function (this: object, ...args: unknown[]) {
      // The pool's own use of a connection, which was already counted.
      if (typeof args.at(-1) === "function") return query.apply(this, args);
      const isConnection = this instanceof EventEmitter && !(this instanceof pg.Pool);
      if (isConnection && String(args[0]).startsWith("BEGIN")) partOfConnection.delete(this);
      // A single statement and its transaction are sent together and count as one wait.
      if (typeof args[0] === "string" && /\brunAlone\d*\b/.test(new Error("where").stack ?? ""))
        return query.apply(this, args);
      const moment = wait(isConnection ? this : undefined);
      return responded(query.apply(this, args), moment);
    };
  }
  const send = globalThis.fetch;
  globalThis.fetch = (...args) => {
    const moment = wait();
    return responded(send(...args), moment);
  };
  const request = http.request;
  http.request = ((...args: Parameters<typeof request>) => {
    const moment = wait();
    const requested = request(...args);
    if (moment !== null) requested.once("response", die);
    return requested;
  }) as typeof request;
  syncBuiltinESMExports();
}
