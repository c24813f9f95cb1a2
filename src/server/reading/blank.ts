import { unfreezeDeliveries } from "@/server/delivery/statements/deliveries";
import type { Queryable } from "@/server/platform/database";
import { blankItems } from "./statements/rechecks";

/** Removes content deleted on its site from items, stored texts and messages that weren't sent yet. */
export async function blank(tx: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  if (fullnames.length === 0) return;
  await blankItems(tx, fullnames, now);
  await unfreezeDeliveries(tx, fullnames, now);
}
