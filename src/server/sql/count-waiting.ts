import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** How many deliveries have not ended yet. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ waiting: z.number() }),
    `SELECT ((SELECT count(*) FROM "Delivery" WHERE "status" = 'pending')
       + (SELECT count(*) FROM "Batch" b JOIN "Delivery" d ON d."batchId" = b."id"
          WHERE b."status" = 'pending' AND d."status" = 'frozen'))::int AS "waiting"`,
  );
  return counted!.waiting;
}
