import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "@/env";
import { sql, type Queryable } from "./database";

const channel = "earshot_recorded";
/** Reconnect delay (ms). Without a connection, listeners are called at this interval. */
const againMs = 2_000;

/** Notifies listeners in all processes when this transaction commits. */
export async function wakeListeners(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_notify(${channel}, '')`);
}

interface Ear {
  listeners: Set<() => void>;
  /** Cancels the connection, or the wait for it. */
  giveUp: AbortController | null;
}

// On globalThis because Next loads a module once per bundle, and each copy would have its own connection.
const retained = globalThis as typeof globalThis & { earshotEar?: Ear };

/**
 * Calls `listener` after each recording in any process, until the returned function is called. All listeners
 * of a process share one connection, opened only while there are listeners. If it's lost, they are called
 * every two seconds instead.
 */
export function onRecorded(listener: () => void): () => void {
  const ear = (retained.earshotEar ??= { listeners: new Set(), giveUp: null });
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
    // Other code reports database outages.
    await listenOnce(wake, signal).catch(() => undefined);
    wake();
    await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Listens on a dedicated connection until it is lost or canceled. Poolers don't forward notifications, so it
 * connects directly.
 */
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
    // Picks up changes recorded while disconnected.
    wake();
    await lost;
  } finally {
    await client.end().catch(() => undefined);
  }
}
