import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { FrozenPush } from "./list-pushes";
import { rows } from "@/server/platform/rows";

const firstWait = "1 minute";
const longestWait = "10 minutes";

/**
 * Writes down what is about to be pushed (a null count stays as it is), counts the try and puts the next one off, longer each time
 * and not together: one that ends the process meets fewer of the others each time. Answers which deliveries are still this run's.
 */
export async function freezePushes(
  db: Queryable,
  pushes: readonly { id: string; fence: bigint; message: FrozenPush; count: number | null }[],
  now: Date,
): Promise<Set<string>> {
  const frozen = await rows(
    db,
    z.object({ id: z.string() }),
    sql`UPDATE "Delivery" d SET "message" = f."message", "count" = COALESCE(f."count", d."count"), "attempts" = d."attempts" + 1,
       "nextAttemptAt" = ${now}::timestamptz
         + least(${longestWait}::interval, ${firstWait}::interval * power(2, least(d."attempts", 10))) * (0.5 + random())
     FROM unnest(
         ${pushes.map((push) => push.id)}::uuid[], ${pushes.map((push) => push.fence)}::bigint[],
         ${pushes.map((push) => JSON.stringify(push.message))}::jsonb[], ${pushes.map((push) => push.count)}::int[]
       ) AS f("id", "fence", "message", "count")
     WHERE d."id" = f."id" AND d."fence" = f."fence" AND d."status" = 'pending'
     RETURNING d."id"`,
  );
  return new Set(frozen.map(({ id }) => id));
}
