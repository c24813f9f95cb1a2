import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./account-row";
import { rows } from "@/server/platform/rows";

/**
 * The account, locked to the end of the transaction against others who count or change what it has. NO KEY: a
 * recording that inserts rows of this user doesn't wait. Null when the account is gone.
 */
export async function lockUser(tx: Queryable, userId: string): Promise<Account | null> {
  const found = await rows(
    tx,
    accountRow,
    sql`SELECT ${accountColumns} FROM ${accountTables} WHERE u."id" = ${userId} FOR NO KEY UPDATE OF u`,
  );
  return found[0] ?? null;
}
