import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
    `SELECT "builtAt", "horizon"::text, octet_length("bytes") AS size FROM "CompiledWatches"
     WHERE "version" = $1 AND "horizon" <= $2::bigint`,
    [version, horizon],
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
      `SELECT encode(substring("bytes" FROM $2 FOR $3), 'hex') AS hex FROM "CompiledWatches" WHERE "builtAt" = $1`,
      [builtAt, from + 1, pieceBytes],
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
    `INSERT INTO "CompiledWatches" ("version", "horizon", "watches", "builtAt", "bytes") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("id") DO UPDATE SET "version" = $1, "horizon" = $2, "watches" = $3, "builtAt" = $4, "bytes" = $5
     WHERE "CompiledWatches"."builtAt" < $4`,
    [version, horizon, watches, builtAt, bytes],
  );
}

/** Forgets what was compiled before this moment; it names watches that may be gone. */
export async function dropCompiledWatches(db: Queryable, before: Date): Promise<void> {
  await db.query(`DELETE FROM "CompiledWatches" WHERE "builtAt" < $1`, [before]);
}
