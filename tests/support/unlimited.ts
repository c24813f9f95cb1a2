import type { QueryConfig, QueryResult } from "pg";
import { pool } from "@/server/platform/database";
import { inBackground } from "@/server/platform/work";

const longMs = 600_000;

/** Runs a statement without time limit and transaction, for large fixtures and VACUUM. */
export function unlimited(text: string, values?: unknown[]): Promise<QueryResult> {
  return inBackground(async () => {
    const client = await pool().connect();
    try {
      return await client.query({ text, values, query_timeout: longMs } as QueryConfig);
    } finally {
      client.release();
    }
  });
}
