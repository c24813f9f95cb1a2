import { setTimeout as sleep } from "node:timers/promises";
import { pool, prisma, transaction, type Queryable } from "@/server/platform/database";
import { runInTurn } from "@/server/platform/in-turn";
import {
  carryOut,
  completeUpdate,
  exceptFromUpdates,
  listUpdatedEntries,
  listUpdatingUsers,
  lockPendingUpdates,
} from "./statements/pending-updates";

/** About 250 ms of work: the maximum time that another change by the user has to wait. */
const mentionsPerBatch = 2_000;
const usersAtOnce = 100;
/** Delay before retrying rows locked by a pipeline run (ms). */
const maxLockMs = 100;

type Chunk = "none" | "waiting" | "more";

/** Applies a user's pending updates, oldest first, while there is time. Parallel calls take turns. */
export async function applyPendingUpdates(userId: string, hasTime: () => boolean): Promise<void> {
  while (hasTime()) {
    const chunk = await transaction((tx) => applyChunk(tx, userId));
    if (chunk === "none") return;
    if (chunk === "waiting") await sleep(maxLockMs);
  }
}

/** Applies the pending updates of all users who can't undo their oldest one any longer, also after one fails. */
export async function applyAllPendingUpdates(hasTime: () => boolean, before: Date): Promise<void> {
  const userIds = await listUpdatingUsers(pool(), before, usersAtOnce);
  await runInTurn(userIds.map((userId) => () => applyPendingUpdates(userId, hasTime)));
}

async function applyChunk(tx: Queryable, userId: string): Promise<Chunk> {
  const [mark] = await lockPendingUpdates(tx, userId);
  if (mark === undefined) return "none";
  const { found, changed, lastAt, lastId } = await carryOut(tx, userId, mark, { max: mentionsPerBatch });
  if (changed < found) return "waiting";
  if (found < mentionsPerBatch || lastAt === null || lastId === null) await completeUpdate(mark);
  else {
    const data = { upToAt: lastAt, upToId: lastId };
    await prisma().pendingBulkUpdate.updateMany({ where: { id: BigInt(mark.id) }, data });
  }
  return "more";
}

/** Applies and excludes them, then runs `act` in the same transaction. */
export function withPendingUpdatesApplied<T>(
  userId: string,
  ids: readonly string[],
  act: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await applyAndExclude(tx, userId, ids);
    return act(tx);
  });
}

/** No other process can apply the user's updates until the caller's transaction ends. */
export async function applyAndExclude(tx: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  const marks = await lockPendingUpdates(tx, userId);
  for (const mark of marks) await carryOut(tx, userId, mark, { ids });
  if (marks.length > 0) await exceptFromUpdates(tx, userId, ids);
}

export async function applyPendingUpdatesIn(deliveryIds: readonly string[]): Promise<void> {
  for (const { userId, ids } of await listUpdatedEntries(pool(), deliveryIds)) {
    await withPendingUpdatesApplied(userId, ids, async () => undefined);
  }
}
