import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { perProcess } from "@/adapters/per-process";

/** Time limit of one statement (ms). */
const statementLimitMs = { request: 5_000, background: 30_000, export: 300_000 };

/** The request or run that code works for. Decides time limits and the share of the connections. */
export interface Work {
  kind: keyof typeof statementLimitMs;
  /** Aborted when the client of a request that only reads has disconnected: its statements are canceled. */
  signal?: AbortSignal | undefined;
  /** Set after authentication. An account can only use its share of the connections. */
  accountId?: string | undefined;
  /** The screen rendered for an earlier request: scripts/cached-pages.mjs. */
  page?: { html: string; nonce: string; headers: Record<string, string> } | undefined;
  /** Open while the current code uses a connection and therefore must not request another one. */
  holds?: { isOpen: boolean } | undefined;
  /** The connection of the current transaction, while `holds` is open. Work shared by requests has none. */
  connection?: pg.ClientBase;
}

/** scripts/serve.mjs opens the scope of each HTTP request. */
const works = perProcess("earshotWork", () => new AsyncLocalStorage<Work>());

/** Defaults to a request without a client, which has the tightest limits. */
export function currentWork(): Work {
  return works.getStore() ?? { kind: "request" };
}

export function statementMs({ kind }: Work): number {
  return statementLimitMs[kind];
}

export function working<T>(work: Work, fn: () => T): T {
  return works.run(work, fn);
}

export function inBackground<T>(fn: () => T): T {
  return works.run({ kind: "background", holds: currentWork().holds }, fn);
}

/** Runs work whose result several requests share, so it continues when the first client disconnects. */
export function sharedByRequests<T>(fn: () => T): T {
  return works.run({ kind: "request", holds: currentWork().holds }, fn);
}

export async function inTransaction<T>(connection: pg.ClientBase, fn: () => Promise<T>): Promise<T> {
  const holds = { isOpen: true };
  try {
    // Prisma promises start when they are awaited, so await them inside.
    return await works.run({ ...currentWork(), holds, connection }, async () => await fn());
  } finally {
    holds.isOpen = false;
  }
}

export function recordAccount(accountId: string): void {
  const work = works.getStore();
  if (work !== undefined) work.accountId = accountId;
}
