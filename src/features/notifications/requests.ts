import type { api } from "@/contract/browser";
import { storedNames } from "@/contract/browser-tokens";
import { exitRequests, requestOf } from "@/contract/request-line";
import type { OperationName, InputOf, ReadName } from "@/contract/api-client";
import type { isRateLimited } from "@/contract/rate-limit";
import { Refused } from "./failure";

/* The API client is loaded on demand: with its error schemas it would be a large part of the initial
   JavaScript. */

type Writes = {
  [Name in Exclude<OperationName, ReadName>]: readonly [name: Name, input: InputOf<Name>];
};
/** A write operation and its input. */
export type Write = Writes[keyof Writes];
/** A request that can be sent while the page unloads, whether or not the client is loaded. */
export type LeavingWrite = Writes[keyof typeof exitRequests];

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

/** Loads the client early, because it can't be loaded while the page unloads. */
export function preloadClient(): void {
  void load();
}

/**
 * Sends a request, immediately if the client is loaded. Uses `keepalive`, because opening a post can unload
 * the page.
 */
export async function send([name, input]: Write): Promise<void> {
  const { api, isRateLimited } = loaded ?? (await load());
  if (isRateLimited(await api.call(name, input, { keepalive: true }))) throw new Refused();
}

/**
 * Sends a write without the client if the page unloads before the client was loaded. Ignores the response.
 * Returns false without sending if the client is available.
 */
export function sendBare([name, input]: LeavingWrite): boolean {
  if (loaded !== undefined) return false;
  const token = localStorage.getItem(storedNames.token);
  if (token === null) return true;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const { method, address } = requestOf(exitRequests[name], input);
  const body = JSON.stringify(input.body);
  // The next page load shows the result.
  fetch(address, { method, headers, keepalive: true, body }).catch(() => undefined);
  return true;
}
