import pg from "pg";

/** Locks a table, so every statement that reads it waits until the returned function is called. */
export async function holdTable(
  name: string,
  database = process.env.DATABASE_URL,
): Promise<() => Promise<void>> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE "${name}" IN ACCESS EXCLUSIVE MODE`);
  return () => client.end();
}

/** Counts the statements that wait for a lock, over a connection outside the product's pool. */
export async function countWaiting(): Promise<number> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount!;
  } finally {
    await client.end();
  }
}
