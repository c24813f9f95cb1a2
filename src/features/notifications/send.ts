import type { InputOf } from "@/browser/operation-types";
import { sessionOwner, storedNames, storedWritesName } from "@/browser/tokens";
import type { Undo } from "@/contract/pagination";
import { exitRequests, getRequest } from "@/contract/request-line";
import { isResponse, Refused, showErrorToast } from "./failure";

type Writes = { [Name in keyof typeof exitRequests]: readonly [name: Name, input: InputOf<Name>] };
export type Write = Writes[keyof Writes];

/* A queue sends the writes of one action after another, so the server makes the changes in the user's order. */

interface Entry {
  /** Called when due. */
  writes: () => readonly Write[];
  /** Set when due. */
  unsent: Write[] | null;
}
const entries = new Set<Entry>();
let sending: Promise<unknown> = Promise.resolve();
/** True while a rate limit lasts. */
let isLimited = false;

/** Sends writes after all earlier ones. Returns their undos, latest first. `writes` is called when due. */
export function send(writes: () => readonly Write[]): Promise<Undo[]> {
  const entry: Entry = { writes, unsent: null };
  entries.add(entry);
  window.addEventListener("pagehide", leave);
  const result = sending.then(() => sendEntry(entry)).finally(() => entries.delete(entry));
  sending = result.catch(() => undefined);
  return result;
}

async function sendEntry(entry: Entry): Promise<Undo[]> {
  // Loaded on demand: with its error schemas, the API client would be much of the initial JavaScript.
  const { call } = await import("./call");
  const undos: Undo[] = [];
  await nextTask();
  // Empty if it was sent while the page unloaded.
  entry.unsent ??= [...entry.writes()];
  for (;;) {
    if (!navigator.onLine)
      await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    // Undone while it waited.
    if (entry.writes().length === 0) return undos;
    const next = entry.unsent.shift();
    if (next === undefined) return undos;
    const [name, input] = next;
    try {
      // Opening a post can unload the page.
      const response = await call(name, input, { keepalive: true });
      if ("undo" in response && response.undo !== undefined) undos.unshift(response.undo);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      entry.unsent.unshift(next);
      isLimited = true;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterSeconds * 1_000));
      isLimited = false;
    }
  }
}

/** Lets the screen show the change first. Browsers delay timers in hidden tabs, but not messages. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

export const allSent = () => sending;

/** Sends waiting writes when the page unloads, without the client. Offline or rate limited, stores them. */
function leave(): void {
  const token = localStorage.getItem(storedNames.token);
  const writes = [...entries].flatMap(({ writes, unsent }) => {
    // Empty if undone.
    const due = writes();
    return due.length === 0 ? [] : (unsent ?? due);
  });
  for (const entry of entries) entry.unsent = [];
  if (token === null || writes.length === 0) return;
  if (!navigator.onLine || isLimited) return store(writes);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  for (const [name, input] of writes) {
    const { method, address } = getRequest(exitRequests[name], input);
    // The next page load shows the result.
    fetch(address, { method, headers, keepalive: true, body: JSON.stringify(input.body ?? {}) }).catch(
      () => undefined,
    );
  }
}

interface Stored {
  owner: string;
  writes: readonly Write[];
}

function store(writes: readonly Write[]): void {
  const stored: Stored = { owner: sessionOwner(), writes: [...readStored(), ...writes] };
  try {
    localStorage.setItem(storedWritesName, JSON.stringify(stored));
  } catch {
    // The storage is full or disabled. The list will show the notifications unchanged.
  }
}

function readStored(): readonly Write[] {
  try {
    const { owner, writes } = JSON.parse(localStorage.getItem(storedWritesName) ?? "") as Stored;
    return owner === sessionOwner() ? writes.filter(([name]) => name in exitRequests) : [];
  } catch {
    return [];
  }
}

/** Sends the changes that an earlier page stored. Stores them again if the connection is lost. */
export async function sendStored(): Promise<void> {
  const writes = readStored();
  localStorage.removeItem(storedWritesName);
  let isConnected = true;
  const refusals: unknown[] = [];
  // Queued separately, so a refused change doesn't affect the others, and before changes made on this page.
  const attempts = writes.map((write, at) =>
    send(() => (isConnected ? [write] : [])).catch((error: unknown) => {
      if (isResponse(error)) return refusals.push(error);
      isConnected = false;
      store(writes.slice(at));
    }),
  );
  await Promise.all(attempts);
  if (refusals.length === 0) return;
  const changes = refusals.length === 1 ? "a change" : `${refusals.length} changes`;
  showErrorToast(`Failed to save ${changes} made earlier`, refusals[0]);
}
