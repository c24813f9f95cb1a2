import { connect, type Socket } from "node:net";

export interface RawClient {
  socket: Socket;
  /** Returns all received bytes. */
  received: () => string;
  /** Resolves with all received bytes when the connection has closed. */
  ended: Promise<string>;
  /** Resolves once `pattern` has been received, or the connection has ended. */
  until: (pattern: RegExp) => Promise<string>;
}

/** A TCP client for requests that no HTTP library would send. */
export function rawClient(port: number, text = ""): RawClient {
  let received = "";
  const watching = new Set<() => void>();
  const socket = connect(port, "127.0.0.1", () => text && socket.write(text, "latin1"));
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    for (const look of watching) look();
  });
  socket.on("error", () => socket.destroy());
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  const until = async (pattern: RegExp) => {
    const seen = new Promise<string>((resolve) => {
      const look = () => pattern.test(received) && resolve(received);
      watching.add(look);
      look();
    });
    return Promise.race([seen, ended]);
  };
  return { socket, received: () => received, ended, until };
}

/** Sends one byte at a time until the connection ends. */
export async function drip(client: RawClient, everyMs: number): Promise<void> {
  const timer = setInterval(() => client.socket.writable && client.socket.write("x"), everyMs);
  await client.ended;
  clearInterval(timer);
}

export const getStatus = (received: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
