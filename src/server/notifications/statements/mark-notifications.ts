import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import {
  changedCounts,
  lockedClips,
  markedClips,
  selectionCondition,
  type NotificationSelection,
} from "@/server/clips/statements/notification-selection";
import { rows } from "@/server/platform/rows";

/** Sets the status of a selection; answers how many were changed and how many somebody else held. */
export async function markNotifications(
  db: Queryable,
  selection: NotificationSelection,
  status: "read" | "archived",
) {
  const condition = selectionCondition(selection);
  const [counts] = await rows(
    db,
    z.object({ updated: z.number(), leftOut: z.number() }),
    sql`WITH ${lockedClips(condition)}, ${markedClips(status)} ${changedCounts(condition)}`,
  );
  return counts!;
}
