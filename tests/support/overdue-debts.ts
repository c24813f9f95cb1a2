import { pool } from "@/server/platform/database";
import { readMetrics } from "@/server/operation/statements/metrics";

/** Notifications that owe a message whose time has come, as the operator's metrics tell. */
export async function overdueDebts(): Promise<number> {
  const samples = await readMetrics(pool(), []);
  const overdue = samples.filter(({ name }) => name === "debts_overdue");
  return overdue.reduce((sum, { value }) => sum + value, 0);
}
