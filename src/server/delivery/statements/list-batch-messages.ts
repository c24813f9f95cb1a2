import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  id: z.string(),
  userId: z.string(),
  destinationId: z.string(),
  createdAt: z.date(),
  attempts: z.number(),
  /** An attempt before this one may have arrived. */
  isUnclear: z.boolean(),
  message: z.unknown(),
  /** Its destination has not gone. */
  isThere: z.boolean(),
  addressSealed: z.string().nullable(),
  secretSealed: z.string().nullable(),
  /** Its destination refused what it was sent the last time. */
  isFailing: z.boolean(),
});
export type BatchMessage = z.infer<typeof row>;

/** The messages of a batch in the order in which they are sent, each time, and where they go. */
export function listBatchMessages(db: Queryable, batchId: string): Promise<BatchMessage[]> {
  return rows(
    db,
    row,
    sql`SELECT d."id", d."userId", d."destinationId", d."createdAt", d."attempts", d."isUnclear", d."message",
       t."id" IS NOT NULL AS "isThere", t."addressSealed", t."secretSealed", t."failedAt" IS NOT NULL AS "isFailing"
     FROM "Delivery" d LEFT JOIN "Destination" t ON t."id" = d."destinationId" AND t."userId" = d."userId"
     WHERE d."batchId" = ${batchId} AND d."status" = 'frozen' ORDER BY d."position"`,
  );
}
