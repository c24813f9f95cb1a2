import { deliverDue as deliver } from "@/server/delivery/deliver";
import type { SendTally } from "@/server/delivery/record-outcomes";
import { countWaiting } from "@/server/delivery/statements/deliveries";
import { pool } from "@/server/platform/database";

/** Delivers due messages and counts the unfinished ones. */
export async function deliverDue(
  ...how: Parameters<typeof deliver>
): Promise<SendTally & { pending: number }> {
  const tally = await deliver(...how);
  return { ...tally, pending: await countWaiting(pool()) };
}
