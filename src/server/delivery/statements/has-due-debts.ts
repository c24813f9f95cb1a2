import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Whether anything is owed on any channel by now. */
export async function hasDueDebts(db: Queryable, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (SELECT FROM "Debt" WHERE "channel" IN ('email', 'push') AND "slot" <= ${now}) AS "isDue"`,
  );
  return found!.isDue;
}
