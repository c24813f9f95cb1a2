import type { PoolClient } from "pg";
import { closeDatabase, pool } from "@/server/platform/database";

/** Returns the plans of all statements that this process sends during `work`, as logged by auto_explain. */
export async function explained(work: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  const settings = [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `client_min_messages = 'log'`,
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
  await work();
  for (const setting of settings) {
    await pool().query(`ALTER DATABASE "${rows[0]?.name}" RESET ${setting.split(" ")[0]}`);
  }
  await closeDatabase();
  return plans;
}
