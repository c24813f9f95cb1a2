import type { PoolClient } from "pg";
import { closeDatabase, pool } from "@/server/platform/database";

/** Returns the plans of all statements that this process sends during `work`, as logged by auto_explain. */
export async function explained(
  work: () => Promise<unknown>,
  options: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  const settings = [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `client_min_messages = 'log'`,
    ...options,
  ];
  // These settings exist only after the module was loaded.
  await pool().query(`LOAD 'auto_explain'`);
  for (const setting of settings) await pool().query(`ALTER DATABASE "${rows[0]?.name}" SET ${setting}`);
  // The settings apply to new connections only.
  await closeDatabase();
  const plans: string[] = [];
  pool().on("connect", (client: PoolClient) => {
    client.on("notice", ({ message }) => {
      if (message?.includes("plan:")) plans.push(message);
    });
  });
  try {
    await work();
  } finally {
    for (const setting of settings) {
      await pool().query(`ALTER DATABASE "${rows[0]?.name}" RESET ${setting.split(" ")[0]}`);
    }
    await closeDatabase();
  }
  return plans;
}

/** A plan node in JSON. Numbers of rows are averages over the loops. */
interface PlanNode {
  [name: string]: unknown;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

/**
 * Returns the number of rows that all plan nodes of `work` return or discard, a measure that doesn't depend on time.
 * Doesn't count index entries that an index scan skips itself.
 */
export async function countRows(work: () => Promise<unknown>): Promise<number> {
  const plans = await explained(work, [
    "auto_explain.log_analyze = on",
    "auto_explain.log_timing = off",
    "auto_explain.log_format = 'json'",
  ]);
  const nodes = plans.map((plan) => (JSON.parse(plan.slice(plan.indexOf("{"))) as { Plan: PlanNode }).Plan);
  return nodes.reduce((sum, node) => sum + rowsOf(node), 0);
}

function rowsOf(node: PlanNode): number {
  const discarded = Object.entries(node).filter(([name]) => name.startsWith("Rows Removed by"));
  const rows = discarded.reduce((sum, [, count]) => sum + Number(count), node["Actual Rows"]);
  return rows * node["Actual Loops"] + (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
}
