import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** The time zone of each delivery's user. */
export function listDeliveryZones(db: Queryable, deliveryIds: readonly string[]) {
  return rows(
    db,
    z.object({ id: z.string(), timeZone: z.string() }),
    sql`SELECT d."id", u."timeZone" FROM "Delivery" d JOIN "User" u ON u."id" = d."userId" WHERE d."id" = ANY(${deliveryIds}::uuid[])`,
  );
}
