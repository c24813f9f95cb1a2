import type { IncomingMessage, ServerResponse } from "node:http";
import type { Failures } from "../failures";
import { CutConnection } from "../http";
import type { FediverseSite } from "./site";

const prefix = "/fediverse";
const beatMs = 1_000;

/** Serves a request for the stream. Returns false for other requests. */
export function serveEvents(
  parts: { fediverse: FediverseSite; failures: Failures },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const { pathname } = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const path = pathname.slice(prefix.length);
  if (!pathname.startsWith(`${prefix}/`) || !parts.fediverse.isStream(path)) return false;
  void respond(parts, path, outgoing).catch((error: unknown) => {
    outgoing.destroy();
    if (!(error instanceof CutConnection)) throw error;
  });
  return true;
}

async function respond(
  { fediverse, failures }: { fediverse: FediverseSite; failures: Failures },
  path: string,
  outgoing: ServerResponse,
): Promise<void> {
  const verdict = failures.decide("fediverse", { path });
  await verdict.delay();
  const refusal = verdict.replace();
  if (refusal === null) return fediverse.subscribe(outgoing);
  outgoing.writeHead(refusal.status, Object.fromEntries(refusal.headers));
  outgoing.end(Buffer.from(await refusal.arrayBuffer()));
}

/** Keeps the stream going: generates posts as time passes. Returns a function that ends it. */
export function beatStream(fediverse: FediverseSite): () => void {
  const timer = setInterval(() => fediverse.listeners > 0 && fediverse.beat(), beatMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    fediverse.end();
  };
}
