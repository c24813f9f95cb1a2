import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The watches as one of the processes compiled them. */
export interface CompiledWatches {
  version: number;
  horizon: string;
  watches: number;
  builtAt: Date;
  bytes: Uint8Array;
}

const head = z.object({ builtAt: z.date(), horizon: z.string(), size: z.number() });

/** What is kept, if who reads this version now can use it: when it was built, and how many bytes it has. */
export async function findCompiledWatches(db: Queryable, version: number, horizon: string) {
  // A horizon ahead of the database's own is of another cluster, from which this one was restored.
  const [found] = await rows(
    db,
    head,
    sql`SELECT "builtAt", "horizon"::text, octet_length("bytes") AS size FROM "CompiledWatches"
     WHERE "version" = ${version} AND "horizon" <= ${horizon}::bigint`,
  );
  return found ?? null;
}

const piece = z.object({ hex: z.string() });
/** The driver reads answers as text, so the bytes come in digits; this many at a time take it some milliseconds. */
const pieceBytes = 2 ** 20;

/** The bytes of what was built at this moment; null when it has been replaced meanwhile. */
export async function readCompiledWatches(
  db: Queryable,
  { builtAt, size }: { builtAt: Date; size: number },
): Promise<ArrayBuffer | null> {
  const bytes = new ArrayBuffer(size);
  for (let from = 0; from < size; from += pieceBytes) {
    const [found] = await rows(
      db,
      piece,
      sql`SELECT encode(substring("bytes" FROM ${from + 1} FOR ${pieceBytes}), 'hex') AS hex FROM "CompiledWatches" WHERE "builtAt" = ${builtAt}`,
    );
    if (found === undefined) return null;
    Buffer.from(bytes, from).write(found.hex, "hex");
  }
  return bytes;
}

/** Keeps them in place of older ones. */
export async function keepCompiledWatches(db: Queryable, compiled: CompiledWatches): Promise<void> {
  const { version, horizon, watches, builtAt, bytes } = compiled;
  await db.query(
    sql`INSERT INTO "CompiledWatches" ("version", "horizon", "watches", "builtAt", "bytes") VALUES (${version}, ${horizon}, ${watches}, ${builtAt}, ${bytes})
     ON CONFLICT ("id") DO UPDATE SET "version" = ${version}, "horizon" = ${horizon}, "watches" = ${watches}, "builtAt" = ${builtAt}, "bytes" = ${bytes}
     WHERE "CompiledWatches"."builtAt" < ${builtAt}`,
  );
}

/** Forgets what was compiled before this moment; it names watches that may be gone. */
export async function dropCompiledWatches(db: Queryable, before: Date): Promise<void> {
  await db.query(sql`DELETE FROM "CompiledWatches" WHERE "builtAt" < ${before}`);
}
