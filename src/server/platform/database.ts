import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { databasePool, env } from "@/env";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { beginSql, openGuardedPool } from "./guarded-pool";
import { currentWork, inTransaction } from "./work";

export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

export type Sql = Prisma.Sql;
/** Template tag for statements. Nested statements are inlined, all other values become parameters. */
export const sql = Prisma.sql;
export const joined = Prisma.join;
/** Raw SQL. Never pass user input. */
export const word = Prisma.raw;

type ColumnType = "uuid" | "text" | "int" | "bigint" | "float8" | "boolean" | "date" | "timestamptz";

/** A set of rows as a table for FROM, with one array per column. `types`: the columns to pass. */
export function tableSql<T extends object>(
  alias: string,
  set: readonly T[],
  types: { [K in keyof T]?: ColumnType },
): Sql {
  const columns = Object.entries(types) as [keyof T & string, ColumnType][];
  const arrays = columns.map(([name, type]) => sql`${set.map((row) => row[name])}::${word(type)}[]`);
  const names = columns.map(([name]) => `"${name}"`);
  return sql`unnest(${joined(arrays)}) AS ${word(`${alias}(${names.join()})`)}`;
}

// On globalThis because Next loads a module once per bundle, and each copy would open its own pool.
const globals = globalThis as typeof globalThis & { earshotPool?: pg.Pool; earshotPrisma?: PrismaClient };

/** The shared pool, for single statements. */
export function pool(): pg.Pool {
  return (globals.earshotPool ??= openGuardedPool(env().DATABASE_URL, databasePool()));
}

/** Prisma's client. In a transaction, it uses the transaction's connection. */
export function prisma(): PrismaClient {
  return (globals.earshotPrisma ??= new PrismaClient({ adapter: new PrismaPg(openJoiningPool()) }));
}

/** The pool for Prisma, which can't be passed a connection: its statements join the current transaction. */
function openJoiningPool(): pg.Pool {
  const query = (statement: pg.QueryConfig) => {
    const { holds, connection } = currentWork();
    return (holds?.isOpen && connection ? connection : pool()).query(statement);
  };
  return new Proxy(pool(), { get: (shared, name) => (name === "query" ? query : Reflect.get(shared, name)) });
}

/** PostgreSQL ends a frozen process's transaction after this time and releases its locks. */
const longestIdle = "8s";

/** Inside, use `tx` or `prisma()`. Requesting another connection throws: the pool could run out for good. */
export async function transaction<T>(fn: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken = false;
  try {
    await client.query(
      beginSql(currentWork(), `; SET LOCAL idle_in_transaction_session_timeout = '${longestIdle}'`),
    );
    const result = await inTransaction(client, () => fn(client));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The database's clock, shared by all processes. */
export async function databaseNow(): Promise<Date> {
  const { rows } = await pool().query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]!.now;
}

export async function closeDatabase(): Promise<void> {
  await globals.earshotPrisma?.$disconnect();
  await globals.earshotPool?.end();
  delete globals.earshotPrisma;
  delete globals.earshotPool;
}
