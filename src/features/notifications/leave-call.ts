import { storedNames } from "@/contract/browser-tokens";

/** A write as the API takes it, in words that need nothing to be loaded. */
export interface Write {
  method: "DELETE" | "POST";
  path: string;
  body?: unknown;
}

/** Sends a write from a page that is being left, where nobody waits for the answer and nothing can be loaded. */
export function sendLeaving({ method, path, body }: Write): void {
  const token = localStorage.getItem(storedNames.token);
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const options = {
    method,
    headers,
    keepalive: true,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  // What becomes of it is seen where the page is opened next.
  fetch(`/api${path}`, options).catch(() => undefined);
}
