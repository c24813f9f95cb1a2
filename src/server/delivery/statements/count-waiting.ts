import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { isOpenSql } from "./closed-accounts";
import { rows } from "@/server/platform/rows";

const row = z.object({
  /** That have not ended yet. Of a closed account only what was begun to be sent counts. */
  deliveries: z.number(),
  /** Closed accounts that it is time to go on removing. */
  closings: z.number(),
});

/** How much waits to be delivered, or to be removed. */
export async function countWaiting(db: Queryable, now: Date): Promise<z.infer<typeof row>> {
  const [counted] = await rows(
    db,
    row,
    sql`SELECT ((SELECT count(*) FROM "Delivery" d WHERE "status" = 'pending' AND ${isOpenSql("d")})
       + (SELECT count(*) FROM "Batch" b JOIN "Delivery" d ON d."batchId" = b."id"
          WHERE b."status" = 'pending' AND d."status" = 'frozen'))::int AS "deliveries",
       (SELECT count(*)::int FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}) AS "closings"`,
  );
  return counted!;
}
