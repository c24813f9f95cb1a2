import { unfreezeDeliveries } from "@/server/delivery/statements/deliveries";
import type { Queryable } from "@/server/platform/database";
import { blankItems } from "./statements/rechecks";

/** Takes what was deleted on its site out of items, held texts, and messages that were never attempted. */
export async function blank(tx: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  if (fullnames.length === 0) return;
  await blankItems(tx, fullnames, now);
  await unfreezeDeliveries(tx, fullnames, now);
}
