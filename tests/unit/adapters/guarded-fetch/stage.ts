import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardSettings,
} from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";

export interface Listener {
  port: number;
  /** Number of accepted connections. */
  connections: () => number;
  close: () => Promise<unknown>;
}

/** A real local server that counts connections. */
export async function listen(
  reply: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listener> {
  let connections = 0;
  const server: Server = createServer(reply).on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A guarded fetch with a mock resolver. */
export function guardWith(
  names: Record<string, () => string[] | Promise<string[]>>,
  more: Partial<GuardSettings> & { entries?: string[] } = {},
): GuardedFetch {
  const resolve = async (host: string) => (await names[host]?.()) ?? ["127.0.0.1"];
  return createGuardedFetch({
    userAgent: "Earshot (a test)",
    timeoutMs: 20_000,
    spacingMs: 0,
    local: new LocalAddresses(more.entries ?? []),
    own: [],
    resolveInside: resolve,
    resolveOutside: resolve,
    ...more,
  });
}
