import pg from "pg";
import { tryFairly } from "@/adapters/fair-timeout";
import { inProduction, isOnVercel } from "@/env";
import { cancelStatement } from "./cancel-statement";
import { disconnected } from "./disconnect";
import { isStatementTimeout } from "./errors";
import { log, loggedError } from "./log";
import { Turns } from "./turns";
import { waitForIdle } from "./wait-for-idle";
import { currentWork, statementMs, type Work } from "./work";

/** Time that a request waits for a connection (ms). Background work waits for its statement limit. */
const patienceMs = 5_000;
const leastPatienceMs = 1_000;
/** Faster statements aren't canceled after a disconnect, because that costs a connection (ms). */
const cancelAfterMs = 100;
/** Idle connections are closed after this time (ms). On Vercel, an instance runs on until they are. */
const idleMs = () => (isOnVercel() ? 5_000 : 30_000);
/** If a statement is still running this long after its time limit (ms), the connection is dead. */
const graceMs = 15_000;

/** Rejects a second connection, limits them by account and kind of work, and limits statement time. */
export function openGuardedPool(connectionString: string, size: number): pg.Pool {
  const opened = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: idleMs(),
    query_timeout: statementMs({ kind: "background" }) + graceMs,
    // Sends a statement and the transaction around it in one round trip.
    pipeline: true,
  });
  if (isOnVercel()) waitForIdle(opened, idleMs());
  const turns = new Turns();
  const open = opened.connect.bind(opened) as () => Promise<pg.PoolClient>;
  const connect = () => tryFairly(patienceMs, open);
  const take = async (): Promise<pg.PoolClient> => {
    const work = currentWork();
    refuseSecond(work);
    if (work.signal?.aborted) throw disconnected();
    const leave = await enter(turns, work, size);
    try {
      if (work.signal?.aborted) throw disconnected();
      return released(await connect(), work, leave);
    } catch (error) {
      leave();
      throw error;
    }
  };
  opened.connect = take as typeof opened.connect;
  opened.query = (async (statement: pg.QueryConfig, values?: unknown[]) =>
    runAlone(await take(), statement, values)) as typeof opened.query;
  // The pool replaces closed idle connections. Without a listener the event would end the process.
  opened.on("error", () => undefined);
  // If a connection is lost in a transaction, the statement fails too, which callers handle.
  opened.on("connect", (client) => client.on("error", () => undefined));
  return opened;
}

/** If all connections are used by code that waits for another one, everything deadlocks. */
function refuseSecond({ holds }: Work): void {
  if (!holds?.isOpen) return;
  const error = new Error("a second connection was requested while holding one");
  if (!inProduction) throw error;
  log().error({ error: loggedError(error) }, "a second connection was requested while holding one");
}

/** Requests and background work each get 3/4 of the pool, an account half of the requests' share. */
async function enter(turns: Turns, work: Work, size: number): Promise<() => void> {
  const part = Math.ceil(size * 0.75);
  const isBackground = work.kind === "background";
  const wanted: [key: string, max: number][] = [
    ...(work.accountId === undefined
      ? []
      : [[`account ${work.accountId}`, Math.ceil(part / 2)] as [string, number]]),
    [isBackground ? "background" : "request", part],
    ["all", size],
  ];
  const untilMs = performance.now() + (isBackground ? statementMs(work) : patienceMs);
  const ends: (() => void)[] = [];
  const leave = () => ends.forEach((end) => end());
  try {
    // The process can have been frozen while it waited for the turn before.
    const leftMs = () => Math.max(untilMs - performance.now(), leastPatienceMs);
    for (const [key, max] of wanted) ends.push(await turns.take(key, max, leftMs()));
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Releasing ends its turn. Cancels its statement if the client disconnects before that. */
function released(client: pg.PoolClient, { signal }: Work, leave: () => void): pg.PoolClient {
  let isCanceled = false;
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    isCanceled = true;
    cancelStatement(client);
  };
  const onAbort = () => void (timer = setTimeout(cancel, cancelAfterMs));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const release = client.release.bind(client);
  client.release = (broken) => {
    signal?.removeEventListener("abort", onAbort);
    clearTimeout(timer);
    leave();
    // The cancel request can still arrive and would hit the next statement on this connection.
    release(broken || isCanceled);
  };
  return client;
}

/** Unlike SET, SET LOCAL doesn't outlive the transaction on a pooler's connection. */
export function beginSql(work: Work, more = ""): string {
  return `BEGIN; SET LOCAL statement_timeout = ${statementMs(work)}${more}`;
}

/** Runs one statement in its own transaction. All three commands are sent together. */
async function runAlone(client: pg.PoolClient, statement: pg.QueryConfig | string, input?: unknown[]) {
  const work = currentWork();
  const {
    text,
    values = input,
    ...more
  } = typeof statement === "string"
    ? { text: statement }
    : // Statements made with `sql` have a getter for their text, which a spread leaves out.
      { ...statement, text: statement.text, values: statement.values };
  const [started, result, ended] = await Promise.allSettled([
    client.query(beginSql(work)),
    client.query({ ...more, text, values, query_timeout: statementMs(work) + graceMs } as pg.QueryConfig),
    client.query("COMMIT"),
  ]);
  // If only the statement failed, COMMIT has rolled back and the connection is clean.
  client.release(ended.status === "rejected");
  for (const { status, reason } of [started, result, ended] as { status: string; reason?: unknown }[]) {
    if (status === "rejected")
      throw work.signal?.aborted && isStatementTimeout(reason) ? disconnected() : reason;
  }
  return (result as PromiseFulfilledResult<pg.QueryResult>).value;
}
