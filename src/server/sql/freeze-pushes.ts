import { z } from "zod";
import type { Queryable } from "@/server/database";
import type { FrozenPush } from "./list-pushes";
import { rows } from "./rows";

/** Writes down what is about to be pushed (a null count stays as it is); answers which of the deliveries are still this run's. */
export async function freezePushes(
  db: Queryable,
  pushes: readonly { id: string; fence: bigint; message: FrozenPush; count: number | null }[],
): Promise<Set<string>> {
  const frozen = await rows(
    db,
    z.object({ id: z.string() }),
    `UPDATE "Delivery" d SET "message" = f."message", "count" = COALESCE(f."count", d."count")
     FROM unnest($1::uuid[], $2::bigint[], $3::jsonb[], $4::int[]) AS f("id", "fence", "message", "count")
     WHERE d."id" = f."id" AND d."fence" = f."fence" AND d."status" = 'pending'
     RETURNING d."id"`,
    [
      pushes.map((push) => push.id),
      pushes.map((push) => push.fence),
      pushes.map((push) => JSON.stringify(push.message)),
      pushes.map((push) => push.count),
    ],
  );
  return new Set(frozen.map(({ id }) => id));
}
