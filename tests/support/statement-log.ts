import type { PoolClient } from "pg";
import { closeDatabase, pool } from "@/server/platform/database";

/** The transaction around each statement. It is sent together with the statement. */
const around = /^(?:BEGIN|COMMIT|ROLLBACK)\b/;

/**
 * What the database logs of the statements that it is sent by this process. Every session has the server log each
 * statement and send its log here as notices, so it works on whatever server the tests run on.
 */
export async function openStatementLog(): Promise<{
  during: (work: () => Promise<unknown>) => Promise<string[]>;
}> {
  const { rows } = await pool().query<{ name: string }>("SELECT current_database() AS name");
  for (const setting of [`log_statement = 'all'`, `client_min_messages = 'log'`]) {
    await pool().query(`ALTER DATABASE "${rows[0]?.name}" SET ${setting}`);
  }
  // The settings hold for connections made from now on.
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
