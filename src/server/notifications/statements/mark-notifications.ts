import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
  const { text, values } = selectionCondition(selection);
  const [counts] = await rows(
    db,
    z.object({ updated: z.number(), leftOut: z.number() }),
    `WITH ${lockedClips(text)}, ${markedClips(`$${values.push(status)}`)} ${changedCounts(text)}`,
    values,
  );
  return counts!;
}
