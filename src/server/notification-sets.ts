import { setTimeout as sleep } from "node:timers/promises";
import type { NotificationSelection, NotificationStatus } from "@/contract/notification";
import { idText, type UpdatedAnswer } from "@/contract/pagination";
import { foldKeyword } from "@/domain/matching/fold";
import { pool } from "./database";
import { AppError } from "./http/errors";
import type { Account } from "./sql/account-row";
import { buryNotifications } from "./sql/bury-notification";
import { markNotifications } from "./sql/mark-notifications";
import type { NotificationSelection as Selection } from "./sql/notification-selection";

/** Rows held by a run of the pipeline are free again within a moment; after so many looks something is wrong. */
const rounds = 40;
const betweenRoundsMs = 100;

/** What is archived stays so unless it is named by its id. */
export function markSelectedRead(user: Account, selected: NotificationSelection): Promise<UpdatedAnswer> {
  const from: NotificationStatus[] = selected.ids === undefined ? ["unread"] : ["unread", "archived"];
  return inRounds(selectionOf(user, selected, from), (selection) =>
    markNotifications(pool(), selection, "read"),
  );
}

export function archiveSelected(user: Account, selected: NotificationSelection): Promise<UpdatedAnswer> {
  return inRounds(selectionOf(user, selected, ["unread", "read"]), (selection) =>
    markNotifications(pool(), selection, "archived"),
  );
}

export function deleteSelected(
  user: Account,
  selected: NotificationSelection,
  now: Date,
): Promise<UpdatedAnswer> {
  return inRounds(selectionOf(user, selected, ["unread", "read", "archived"]), (selection) =>
    buryNotifications(pool(), selection, now),
  );
}

/** Ids that are malformed name nothing, as ids that are absent, deleted or somebody else's. */
function selectionOf(user: Account, selected: NotificationSelection, from: NotificationStatus[]): Selection {
  const { group, ids, status } = selected;
  return {
    userId: user.id,
    groupFolded: group === undefined ? null : foldKeyword(group),
    ids: ids?.filter((id) => idText.safeParse(id).success) ?? null,
    statuses: from.filter((one) => status === undefined || one === status),
  };
}

/** One statement, and again for what somebody held meanwhile. */
async function inRounds(
  selection: Selection,
  change: (selection: Selection) => Promise<{ updated: number; leftOut: number }>,
): Promise<UpdatedAnswer> {
  let updated = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const done = await change(selection);
    updated += done.updated;
    if (done.leftOut === 0) return { updated };
    await sleep(betweenRoundsMs);
  }
  throw new AppError("UPSTREAM_UNAVAILABLE");
}
