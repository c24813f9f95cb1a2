import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * When to cut a connection: before COMMIT reaches the server, or after it was executed but before the client
 * gets the response.
 */
export type Cut = "before" | "after";

/** A proxy between the app and PostgreSQL that cuts connections at a commit. */
export interface CuttingProxy {
  port: number;
  /** What to do with the next commits, in order. Later commits pass through. */
  cuts: (Cut | "none")[];
  cutsDone: number;
  close: () => Promise<void>;
}

export async function startCuttingProxy(databasePort: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(databasePort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on("data", (bytes) => {
      // pg sends a statement without parameters as one simple query.
      const cut = bytes.includes("COMMIT\0") ? (proxy.cuts.shift() ?? "none") : "none";
      if (cut !== "none") proxy.cutsDone += 1;
      if (cut === "before") return void client.destroy();
      if (cut === "after") {
        upstream.unpipe(client);
        // The server has committed, but the client never gets the response.
        upstream.once("data", () => client.destroy()).resume();
      }
      upstream.write(bytes);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    cuts: [],
    cutsDone: 0,
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy();
        server.close(() => closed());
      }),
  };
  return proxy;
}
