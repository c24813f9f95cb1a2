import type { PoolClient } from "pg";
import { closeDatabase, pool } from "@/server/platform/database";

/** The transaction around each statement. It is sent together with the statement. */
const around = /^(?:BEGIN|COMMIT|ROLLBACK)\b/;

/**
 * Logs the statements that this process sends to the database. Each session asks the server to log all
 * statements and send them back as notices, so this works on any test server.
 */
export async function openStatementLog(): Promise<{
  during: (work: () => Promise<unknown>) => Promise<string[]>;
}> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  for (const setting of [`log_statement = 'all'`, `client_min_messages = 'log'`]) {
    await pool().query(`ALTER DATABASE "${rows[0]?.name}" SET ${setting}`);
  }
  // The settings apply to new connections only.
  await closeDatabase();
  const logged: string[] = [];
  pool().on("connect", (client: PoolClient) => {
    client.on("notice", ({ message }) => {
      const [, statement] = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(message ?? "") ?? [];
      if (statement !== undefined && !around.test(statement)) logged.push(statement);
    });
  });
  return {
    during: async (work) => {
      const before = logged.length;
      await work();
      return logged.slice(before);
    },
  };
}
