import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "@/env";
import { sql, type Queryable } from "./database";

const channel = "earshot_recorded";
/** Between one connection that was lost and the next; meanwhile whoever listens is woken by this clock. */
const againMs = 2_000;

/** In the transaction that records: once it is committed, whoever listens in any process is woken. */
export async function wakeListeners(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_notify(${channel}, '')`);
}

interface Ear {
  listeners: Set<() => void>;
  /** Ends the wait for a connection, or the connection. */
  giveUp: AbortController | null;
}

// Kept on globalThis: Next loads a module once per bundle, and each copy would hold a connection of its own.
const kept = globalThis as typeof globalThis & { earshotEar?: Ear };

/**
 * Calls `listener` after each recording of any process, until the returned function is called. One connection serves all
 * listeners of a process, and is there only while there are some. Without it they are called every two seconds.
 */
export function onRecorded(listener: () => void): () => void {
  const ear = (kept.earshotEar ??= { listeners: new Set(), giveUp: null });
  ear.listeners.add(listener);
  if (ear.giveUp === null) {
    ear.giveUp = new AbortController();
    void keepListening(ear, ear.giveUp.signal);
  }
  return () => {
    ear.listeners.delete(listener);
    if (ear.listeners.size > 0) return;
    ear.giveUp?.abort();
    ear.giveUp = null;
  };
}

async function keepListening(ear: Ear, signal: AbortSignal): Promise<void> {
  const wake = () => ear.listeners.forEach((listener) => listener());
  while (!signal.aborted) {
    // A database that is away is told by everything else that needs it.
    await listenOnce(wake, signal).catch(() => undefined);
    wake();
    await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Listens on a connection of its own until it is lost or given up. A pooler passes on no notices, so it goes past one. */
async function listenOnce(wake: () => void, signal: AbortSignal): Promise<void> {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  const client = new pg.Client({
    connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", wake);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // What was recorded while nobody listened.
    wake();
    await lost;
  } finally {
    await client.end().catch(() => undefined);
  }
}
