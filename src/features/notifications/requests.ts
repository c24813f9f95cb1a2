import type { api } from "@/contract/browser";
import { storedNames } from "@/contract/browser-tokens";
import { exitRequests, getRequest } from "@/contract/request-line";
import type { Undo } from "@/contract/pagination";
import type { OperationName, InputOf, ReadName } from "@/contract/api-client";
import type { isRateLimited } from "@/contract/rate-limit";
import { Refused } from "./failure";
import { flushRequests } from "./operation-store";

/* Loaded on demand: with its error schemas, the API client would be much of the initial JavaScript. */

type Writes = {
  [Name in Exclude<OperationName, ReadName>]: readonly [name: Name, input: InputOf<Name>];
};
export type Write = Writes[keyof Writes];

interface Loaded {
  api: typeof api;
  isRateLimited: typeof isRateLimited;
}

let loaded: Loaded | undefined;

async function load(): Promise<Loaded> {
  const [{ api }, { isRateLimited }] = await Promise.all([
    import("@/contract/browser"),
    import("@/contract/rate-limit"),
  ]);
  return (loaded ??= { api, isRateLimited });
}

/** Loads the client early, because it can't be loaded while the page unloads. Returns a stop function. */
export function sendOnUnload(): () => void {
  void load();
  const leave = () => {
    flushRequests();
    sendBare();
  };
  window.addEventListener("pagehide", leave);
  return () => window.removeEventListener("pagehide", leave);
}

const unsent = new Set<Write>();

/** Waits for a connection if offline. Uses `keepalive`, because opening a post can unload the page. */
export async function send(write: Write): Promise<Undo | undefined> {
  const [name, input] = write;
  unsent.add(write);
  const { api, isRateLimited } = loaded ?? (await load());
  unsent.delete(write);
  if (!navigator.onLine)
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
  const response: unknown = await api.call(name, input, { keepalive: true });
  if (isRateLimited(response)) throw new Refused();
  return (response as { undo?: Undo } | undefined)?.undo;
}

/** Sends writes without the client, because the page unloads before the client was loaded. */
function sendBare(): void {
  const token = localStorage.getItem(storedNames.token);
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  for (const [name, input] of unsent) {
    if (!(name in exitRequests)) continue;
    const { method, address } = getRequest(exitRequests[name as keyof typeof exitRequests], {});
    const body = JSON.stringify("body" in input ? input.body : {});
    // The next page load shows the result.
    fetch(address, { method, headers, keepalive: true, body }).catch(() => undefined);
  }
}
