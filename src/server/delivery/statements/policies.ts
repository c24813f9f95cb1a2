import * as z from "zod";
import type { Channel } from "@/domain/delivery/channel";
import type { Quiet } from "@/domain/delivery/quiet-hours";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export const digestSchedule = z.object({
  timeZone: z.string(),
  digestHour: z.number(),
  digestDays: z.array(z.number()),
});

export const policyRow = z.object({
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  mutedUntil: z.date().nullable(),
});

export const policyColumns = sql`u."quietFrom", u."quietTo", u."mutedUntil"`;

export function getQuiet({
  timeZone,
  quietFrom,
  quietTo,
  mutedUntil,
}: z.infer<typeof policyRow> & { timeZone: string }): Quiet {
  const quietHours = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { timeZone, quietHours, mutedUntil };
}

/** The same for a channel. Channels read by programs (`gatherMs`) ignore quiet hours. */
export function quietOn({ gatherMs }: Pick<Channel, "gatherMs">, row: Parameters<typeof getQuiet>[0]): Quiet {
  const quiet = getQuiet(row);
  return gatherMs === undefined ? quiet : { ...quiet, quietHours: null };
}

/** Omits deleted users. */
export async function listSchedules(db: Queryable, userIds: readonly string[]) {
  const found = await rows(
    db,
    digestSchedule.extend({ id: z.string() }),
    sql`SELECT "id", "timeZone", "digestHour", "digestDays" FROM "User" WHERE "id" = ANY(${userIds}::uuid[])`,
  );
  return new Map(found.map(({ id, ...schedule }) => [id, schedule]));
}
