import { z } from "zod";
import { frozenMessage } from "@/adapters/resend";
import type { Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ id: z.string(), userId: z.string(), message: frozenMessage });
export type BatchMessage = z.infer<typeof row>;

/** The frozen messages of a batch in the order in which they are sent, each time. */
export function listBatchMessages(db: Queryable, batchId: string): Promise<BatchMessage[]> {
  return rows(
    db,
    row,
    `SELECT "id", "userId", "message" FROM "Delivery" WHERE "batchId" = $1 AND "status" = 'frozen' ORDER BY "position"`,
    [batchId],
  );
}

/** The deliveries of a batch, whatever their messages are. */
export function listBatchDeliveries(db: Queryable, batchId: string): Promise<{ id: string }[]> {
  return rows(
    db,
    row.pick({ id: true }),
    `SELECT "id" FROM "Delivery" WHERE "batchId" = $1 AND "status" = 'frozen' ORDER BY "position"`,
    [batchId],
  );
}
