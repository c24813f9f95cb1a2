import { z } from "zod";
import { frozenMessage } from "@/adapters/resend";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ id: z.string(), userId: z.string(), message: frozenMessage });
export type BatchMessage = z.infer<typeof row>;

/** The frozen messages of a batch in the order in which they are sent, each time. */
export function listBatchMessages(db: Queryable, batchId: string): Promise<BatchMessage[]> {
  return rows(
    db,
    row,
    sql`SELECT "id", "userId", "message" FROM "Delivery" WHERE "batchId" = ${batchId} AND "status" = 'frozen' ORDER BY "position"`,
  );
}

/** The deliveries of a batch, whatever their messages are. */
export function listBatchDeliveries(db: Queryable, batchId: string): Promise<{ id: string }[]> {
  return rows(
    db,
    row.pick({ id: true }),
    sql`SELECT "id" FROM "Delivery" WHERE "batchId" = ${batchId} AND "status" = 'frozen' ORDER BY "position"`,
  );
}
