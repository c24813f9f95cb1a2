import { setTimeout as sleep } from "node:timers/promises";
import { pool, transaction, type Queryable } from "@/server/platform/database";
import {
  carryOut,
  endMark,
  exceptFromMarks,
  listMarkedEntries,
  listMarkingUsers,
  lockPendingMarks,
  moveMark,
} from "./statements/pending-marks";

/** A quarter of a second's work: so long may somebody wait who changes one of a user's while all are being marked. */
const mentionsPerBatch = 2_000;
const usersAtOnce = 100;
/** Rows held by a run of the pipeline are free again within a moment. */
const heldMs = 100;

type Piece = "none" | "held" | "more";

/** Carries out the pending marks of a user, the oldest first, for as long as there is time. Several at once take turns. */
export async function carryOutMarks(userId: string, hasTime: () => boolean): Promise<void> {
  while (hasTime()) {
    const piece = await transaction((tx) => applyChunk(tx, userId));
    if (piece === "none") return;
    if (piece === "held") await sleep(heldMs);
  }
}

/** The pending marks of all users: what a process that ended left. */
export async function carryOutAllMarks(hasTime: () => boolean): Promise<void> {
  for (const userId of await listMarkingUsers(pool(), usersAtOnce)) await carryOutMarks(userId, hasTime);
}

async function applyChunk(tx: Queryable, userId: string): Promise<Piece> {
  const [mark] = await lockPendingMarks(tx, userId);
  if (mark === undefined) return "none";
  const { found, changed, lastAt, lastId } = await carryOut(tx, userId, mark, { most: mentionsPerBatch });
  if (changed < found) return "held";
  if (found < mentionsPerBatch || lastAt === null || lastId === null) await endMark(tx, mark);
  else await moveMark(tx, mark, { at: lastAt, id: lastId });
  return "more";
}

/**
 * Does something with these rows of a user who has pending marks: those are carried out on them first, and leave them as they
 * are from then on.
 */
export function beyondMarks<T>(
  userId: string,
  ids: readonly string[],
  act: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await takeOutOfMarks(tx, userId, ids);
    return act(tx);
  });
}

/** The same in a transaction that is under way: to its end nobody else carries a mark of the user out. */
export async function takeOutOfMarks(tx: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  const marks = await lockPendingMarks(tx, userId);
  for (const mark of marks) await carryOut(tx, userId, mark, { ids });
  if (marks.length > 0) await exceptFromMarks(tx, userId, ids);
}

/** Before these deliveries are rendered: what they carry is as its user marked it. */
export async function carryOutMarksIn(deliveryIds: readonly string[]): Promise<void> {
  for (const { userId, ids } of await listMarkedEntries(pool(), deliveryIds)) {
    await beyondMarks(userId, ids, async () => undefined);
  }
}
