import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/env";
import { Prisma, PrismaClient } from "@/generated/prisma/client";

/** What a statement needs: a pool or one connection in a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

/** A statement, or a part of one, with its values in place. */
export type Sql = Prisma.Sql;
/** Makes a statement; parts that are statements themselves become part of it, everything else a value. */
export const sql = Prisma.sql;
/** Parts of a statement one after the other. */
export const joined = Prisma.join;
/** A name or word of SQL, never what somebody gave. */
export const word = Prisma.raw;

// Kept on globalThis: Next loads a module once per bundle, and each copy would open a pool of its own.
const kept = globalThis as typeof globalThis & { earshotPool?: pg.Pool; earshotPrisma?: PrismaClient };

/** The one pool; serves Prisma's adapter and the statements. */
export function pool(): pg.Pool {
  return (kept.earshotPool ??= openPool());
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that the server closed is replaced at the next use; unheard, the event would end the process.
  opened.on("error", () => undefined);
  // The same of one that is lost in a transaction: its statement fails, which is heard.
  opened.on("connect", (client) => client.on("error", () => undefined));
  return opened;
}

export function prisma(): PrismaClient {
  return (kept.earshotPrisma ??= openPrisma());
}

function openPrisma(): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool()),
    // By default Prisma gives up after 2 s without a connection and ends a transaction after 5 s. The pool's own limit has to come
    // first, because its error says that the database is out of reach; and a wait for a lock lasts as long as it does elsewhere.
    transactionOptions: { maxWait: 10_000, timeout: 600_000 },
  });
}

/** A process that stands still within a transaction (a machine that sleeps, a function that is frozen) loses it: no lock outlasts this. */
const longestIdle = "8s";

/** Runs fn in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<T>(fn: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken = false;
  try {
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${longestIdle}'`);
    const result = await fn(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The database's clock: one for all processes. */
export async function databaseNow(): Promise<Date> {
  const { rows } = await pool().query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]!.now;
}

export async function closeDatabase(): Promise<void> {
  await kept.earshotPrisma?.$disconnect();
  await kept.earshotPool?.end();
  delete kept.earshotPrisma;
  delete kept.earshotPool;
}
