import pg from "pg";

interface Backend {
  host: string;
  port: number;
  ssl: boolean | object;
  sslNegotiation: string;
  processID: number;
  secretKey: number;
}

interface CancelConnection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "error" | "end", listener: () => void): void;
  stream: { destroy(): void };
}

const patienceMs = 5_000;

/** Its own connection works with a full pool and poolers. It can act late: the caller must close this one. */
export function cancelStatement(client: pg.PoolClient): void {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Backend;
  const connection = new pg.Connection({ ssl, sslNegotiation } as object) as unknown as CancelConnection;
  const timer = setTimeout(() => connection.stream.destroy(), patienceMs);
  const send = () => connection.cancel(processID, secretKey);
  connection.on("connect", () => {
    if (!ssl) send();
    else if (sslNegotiation !== "direct") connection.requestSsl();
  });
  connection.on("sslconnect", send);
  // If the request can't be sent, the statement still ends at its time limit.
  connection.on("error", () => undefined);
  connection.on("end", () => clearTimeout(timer));
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
