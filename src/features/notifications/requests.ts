import type { api } from "@/contract/browser";
import type { Undo } from "@/contract/pagination";
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
 * Sends a request, immediately if the client is loaded, and returns the token for undoing it. Offline, waits
 * for the connection. Uses `keepalive`, because opening a post can unload the page.
 */
export async function send([name, input]: Write): Promise<Undo | undefined> {
  const { api, isRateLimited } = loaded ?? (await load());
  if (!navigator.onLine)
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
  const response: unknown = await api.call(name, input, { keepalive: true });
  if (isRateLimited(response)) throw new Refused();
  return (response as { undo?: Undo } | undefined)?.undo;
}
