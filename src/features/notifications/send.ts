import type { InputOf } from "@/contract/api-client";
import { storedNames } from "@/contract/browser-tokens";
import type { Undo } from "@/contract/pagination";
import { exitRequests, getRequest } from "@/contract/request-line";

type Writes = { [Name in keyof typeof exitRequests]: readonly [name: Name, input: InputOf<Name>] };
export type Write = Writes[keyof Writes];

/* A queue sends the writes of one action after another, so the server makes the changes in the user's order. */

const unsent = new Set<() => readonly Write[]>();
let sending: Promise<unknown> = Promise.resolve();

/** Sends writes after all earlier ones. Returns their undos, latest first. `writes` is called when due. */
export function send(writes: () => readonly Write[]): Promise<Undo[]> {
  unsent.add(writes);
  const result = sending.then(async () => {
    // Loaded on demand: with its error schemas, the API client would be much of the initial JavaScript.
    const { call } = await import("./call");
    const undos: Undo[] = [];
    // Sent while the page unloaded.
    if (!unsent.delete(writes)) return undos;
    for (const [name, input] of writes()) {
      if (!navigator.onLine)
        await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
      // Opening a post can unload the page.
      const response = await call(name, input, { keepalive: true });
      if ("undo" in response && response.undo !== undefined) undos.unshift(response.undo);
    }
    return undos;
  });
  sending = result.catch(() => undefined);
  return result;
}

export const allSent = () => sending;

/** Sends waiting writes when the page unloads, without the client. Returns a stop function. */
export function sendOnUnload(): () => void {
  void import("./call");
  window.addEventListener("pagehide", leave);
  return () => window.removeEventListener("pagehide", leave);
}

function leave(): void {
  const token = localStorage.getItem(storedNames.token);
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  for (const [name, input] of [...unsent].flatMap((writes) => writes())) {
    const { method, address } = getRequest(exitRequests[name], input);
    // The next page load shows the result.
    fetch(address, { method, headers, keepalive: true, body: JSON.stringify(input.body ?? {}) }).catch(
      () => undefined,
    );
  }
  unsent.clear();
}
