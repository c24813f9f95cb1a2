import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { perProcess } from "@/adapters/per-process";
import { env } from "@/env";
import { pool, sql, type Queryable } from "./database";

const channel = "earshot_recorded";
/** Reconnect delay (ms). Without a connection, listeners are called at this interval. */
const againMs = 2_000;
/** Time limit for the connection, for LISTEN and for one notification (ms). */
const arrivalMs = 5_000;
const ready = "ready";

/** Notifies listeners in all processes when this transaction commits. */
export async function wakeListeners(tx: Queryable, payload = ""): Promise<void> {
  await tx.query(sql`SELECT pg_notify(${channel}, ${payload})`);
}

interface SharedListener {
  listeners: Set<() => void>;
  /** Cancels the connection, or the wait for it. */
  giveUp: AbortController | null;
  isConnected: boolean;
  /** Replaces the connection. */
  reconnect: () => void;
  /** Called with each payload, and with `ready` once the connection listens. */
  watchers: Set<(payload: string) => void>;
}

const sharedListener = () =>
  perProcess<SharedListener>("earshotListener", () => ({
    listeners: new Set(),
    giveUp: null,
    isConnected: false,
    reconnect: () => undefined,
    watchers: new Set(),
  }));

/** Calls `listener` after recordings in any process. All share one connection; if lost, calls every 2 s. */
export function onRecorded(listener: () => void): () => void {
  const shared = sharedListener();
  shared.listeners.add(listener);
  if (shared.giveUp === null) {
    shared.giveUp = new AbortController();
    void keepListening(shared, shared.giveUp.signal);
  }
  return () => {
    shared.listeners.delete(listener);
    if (shared.listeners.size > 0) return;
    shared.giveUp?.abort();
    shared.giveUp = null;
    shared.isConnected = false;
  };
}

/**
 * A pooler in transaction mode accepts LISTEN but forwards nothing. Throws if it can't be sent. If nothing
 * arrives, reconnects: a connection that a firewall dropped reports no error for hours.
 */
export async function doNotificationsArrive(waitMs = arrivalMs): Promise<boolean> {
  const shared = sharedListener();
  const token = randomUUID();
  const release = onRecorded(() => undefined);
  try {
    const isConnected = shared.isConnected || (await hasPayload(shared, ready, waitMs));
    const arrival = hasPayload(shared, token, isConnected ? waitMs : 0);
    await wakeListeners(pool(), token);
    const hasArrived = await arrival;
    if (isConnected && !hasArrived) shared.reconnect();
    return hasArrived;
  } finally {
    release();
  }
}

function hasPayload({ watchers }: SharedListener, expected: string, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasArrived: boolean) => {
      clearTimeout(timer);
      watchers.delete(watch);
      resolve(hasArrived);
    };
    const watch = (payload: string) => {
      if (payload === expected) end(true);
    };
    // In a busy process the payload can already be in the socket's buffer when the timer fires.
    const timer = setTimeout(() => setImmediate(end, false), waitMs);
    watchers.add(watch);
  });
}

async function keepListening(shared: SharedListener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Other code reports database outages.
    await listenOnce(shared, signal).catch(() => undefined);
    wake(shared);
    await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Handles a payload. Only recordings have an empty one; others are a process's check of itself. */
function wake(shared: SharedListener, payload = ""): void {
  if (payload === "") shared.listeners.forEach((listener) => listener());
  shared.watchers.forEach((watch) => watch(payload));
}

/** Until it is lost or canceled. Connects directly, because poolers don't forward notifications. */
async function listenOnce(shared: SharedListener, signal: AbortSignal): Promise<void> {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  const client = new pg.Client({
    connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
    connectionTimeoutMillis: arrivalMs,
    query_timeout: arrivalMs,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    shared.reconnect = resolve;
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", ({ payload }) => wake(shared, payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    if (!signal.aborted) shared.isConnected = true;
    shared.watchers.forEach((watch) => watch(ready));
    // Picks up changes recorded while disconnected.
    wake(shared);
    await lost;
  } finally {
    if (!signal.aborted) shared.isConnected = false;
    // Waits for the server's response, which never comes over a dropped connection.
    void client.end().catch(() => undefined);
  }
}
