import { setTimeout as sleep } from "node:timers/promises";
import type { RestoredResponse } from "@/contract/pagination";
import type { Account } from "@/server/accounts/statements/accounts";
import { completeUpdate, lockPendingUpdates } from "@/server/mentions/statements/pending-updates";
import { countReached, lockUndo, restoreRows, type UndoneChange } from "@/server/mentions/statements/undo";
import { transaction, type Queryable, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";

const rowsAtOnce = 2_000;
/** Rows locked by a pipeline run are free again quickly. After this many attempts, something is wrong. */
const rounds = 40;
const betweenRoundsMs = 100;

/** Throws NOT_FOUND if the token is unknown, expired, used or foreign. Repeating it restores the rest. */
export async function undoChange(
  user: Account,
  token: string | undefined,
  now: Date,
): Promise<RestoredResponse> {
  const id = getId(token);
  const { change, restored } = await transaction((tx) => cancelPending(tx, user.id, id, now));
  return { restored: restored + (await restoreAll(id, change)) };
}

/** Locks pending updates first, in the same order as applying them. */
async function cancelPending(tx: Queryable, userId: string, id: string, now: Date) {
  const marks = await lockPendingUpdates(tx, userId);
  const change = await lockUndo(tx, userId, id, now);
  if (change === null) throw new AppError("NOT_FOUND");
  const index = marks.findIndex(({ undoId }) => undoId === id);
  const mark = marks[index];
  if (mark === undefined) return { change, restored: 0 };
  const restored = await countReached(tx, userId, mark, marks.slice(0, index));
  await completeUpdate(mark);
  return { change, restored };
}

async function restoreAll(id: string, change: UndoneChange): Promise<number> {
  let restored = 0;
  for (let attempts = 0; attempts < rounds;) {
    const done = await transaction(async (tx) => {
      const chunk = await restoreRows(tx, id, change, rowsAtOnce);
      if (chunk.found === chunk.handled && chunk.found < rowsAtOnce)
        await prisma().undoToken.deleteMany({ where: { id } });
      return chunk;
    });
    restored += done.restored;
    if (done.found === done.handled && done.found < rowsAtOnce) return restored;
    if (done.handled > 0) continue;
    attempts += 1;
    await sleep(betweenRoundsMs);
  }
  throw new AppError("UPSTREAM_UNAVAILABLE");
}
