import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { accountColumns, accountRow, accountTables, type Account } from "./account-row";
import { rows } from "@/server/platform/rows";

const withHash = accountRow.extend({ passwordHash: z.string() });

/** The account of an address with its password hash, null when there is none. */
export async function findAccountByEmail(db: Queryable, email: string) {
  const found = await rows(
    db,
    withHash,
    sql`SELECT ${accountColumns}, u."passwordHash" FROM ${accountTables} WHERE u."email" = ${email}`,
  );
  return found[0] ?? null;
}

/** The account of this id, null when there is none. */
export async function findAccount(db: Queryable, userId: string): Promise<Account | null> {
  const found = await rows(
    db,
    accountRow,
    sql`SELECT ${accountColumns} FROM ${accountTables} WHERE u."id" = ${userId}`,
  );
  return found[0] ?? null;
}
