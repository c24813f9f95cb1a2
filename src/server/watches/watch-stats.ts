import type { StatsAnswer } from "@/contract/stats";
import type { Account } from "@/server/accounts/statements/accounts";
import { statsOf } from "@/server/notifications/notification-stats";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { idOf } from "@/server/platform/id";
import { findWatch } from "./statements/watches";

/** What is held of one watch, any status, by days of the account's zone; NOT_FOUND for an id that is malformed, absent or somebody else's. */
export async function getWatchStats(user: Account, id: string | undefined, now: Date): Promise<StatsAnswer> {
  const watch = await findWatch(pool(), user.id, idOf(id));
  if (watch === null) throw new AppError("NOT_FOUND");
  return statsOf(user, watch.id, user.timeZone, now);
}
