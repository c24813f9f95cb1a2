import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { pushableSql } from "./pushable-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({ userId: z.string(), isPushable: z.boolean(), count: z.number() });

/** How many pushes each user is owed at `until`; those of closed accounts are not pushable. */
export function listDuePushes(db: Queryable, until: Date): Promise<z.infer<typeof row>[]> {
  return rows(
    db,
    row,
    sql`SELECT d."userId", ${pushableSql} AS "isPushable", d."count"
     FROM (
       SELECT o."userId", count(*)::int AS "count" FROM "Debt" o
       WHERE o."channel" = 'push' AND o."slot" <= ${until}
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"`,
  );
}
