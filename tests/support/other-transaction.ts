import pg from "pg";

/** Runs a transaction like another process, on a connection outside the product's pool. */
export async function otherTransaction<T>(work: (tx: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } finally {
    await client.end();
  }
}
