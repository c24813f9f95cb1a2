import type { api } from "@/contract/browser";
import { storedNames } from "@/contract/browser-tokens";
import { exitRequests, requestOf } from "@/contract/call-line";
import type { OperationName, InputOf, ReadName } from "@/contract/calls";
import type { isRateLimited } from "@/contract/rate-limit";
import { Refused } from "./failure";

/*
 * The client is loaded when it is first needed: with the shapes that it checks errors by it is a good part of what a screen
 * would otherwise load before it shows anything.
 */

type Writes = {
  [Name in Exclude<OperationName, ReadName>]: readonly [name: Name, input: InputOf<Name>];
};
/** A call that changes something, with all that it takes. */
export type Write = Writes[keyof Writes];
/** One that can be made while the page is left, whatever is loaded by then. */
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

/** Loads the client before it is needed: while a page is left nothing can be loaded any more. */
export function preloadClient(): void {
  void load();
}

/** Makes a call, at once where the client is loaded, and also while the page is left: opening a post may be the way out. */
export async function send([name, input]: Write): Promise<void> {
  const { api, isRateLimited } = loaded ?? (await load());
  if (isRateLimited(await api.call(name, input, { keepalive: true }))) throw new Refused();
}

/**
 * Sends a write by itself from a page that is left before the client was loaded, where nobody waits for the answer and
 * nothing can be loaded; false where the client is there to send it.
 */
export function sendBare([name, input]: LeavingWrite): boolean {
  if (loaded !== undefined) return false;
  const token = localStorage.getItem(storedNames.token);
  if (token === null) return true;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const { method, address } = requestOf(exitRequests[name], input);
  const body = JSON.stringify(input.body);
  // What becomes of it is seen where the page is opened next.
  fetch(address, { method, headers, keepalive: true, body }).catch(() => undefined);
  return true;
}
