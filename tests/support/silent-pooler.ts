import { createServer, connect, type AddressInfo, type Socket } from "node:net";

const notification = "A".charCodeAt(0);

interface SilentPooler {
  url: string;
  /** New connections forward notifications. */
  recover: () => void;
  close: () => void;
}

/** Forwards connections to PostgreSQL without notifications, like a pooler in transaction mode. */
export async function startSilentPooler(databaseUrl: string): Promise<SilentPooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isRecovered = false;
  const server = createServer((client) => {
    const isSilent = !isRecovered;
    const database = connect(Number(target.port), target.hostname);
    let rest = Buffer.alloc(0);
    client.pipe(database);
    database.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      // A message is a type, a length that includes itself, and its content.
      while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
        const length = rest.readUInt32BE(1) + 1;
        if (rest[0] !== notification || !isSilent) client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => (client.destroy(), database.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { url: url.href, recover: () => (isRecovered = true), close };
}
