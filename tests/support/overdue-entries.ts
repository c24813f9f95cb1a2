import { pool } from "@/server/platform/database";
import { readMetrics } from "@/server/operation/statements/metrics";

/** Number of overdue messages, according to the operator's metrics. */
export async function countOverdueEntries(): Promise<number> {
  const samples = await readMetrics(pool(), [], []);
  const overdue = samples.filter(({ name }) => name === "outbox_overdue");
  return overdue.reduce((sum, { value }) => sum + value, 0);
}
