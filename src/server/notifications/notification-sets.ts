import { setTimeout as sleep } from "node:timers/promises";
import type {
  NotificationIds,
  NotificationSelection,
  NotificationStatus,
  SnoozedIds,
} from "@/contract/notification";
import { idText, type UpdatedResponse } from "@/contract/pagination";
import { foldKeyword } from "@/domain/matching/fold";
import { pool, transaction, type Queryable } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { withPendingUpdatesApplied, applyPendingUpdates } from "@/server/mentions/pending-updates";
import { snoozeTime } from "./snooze-time";
import { stopping } from "@/server/platform/run";
import type { Account } from "@/server/accounts/statements/accounts";
import {
  buryNotifications,
  markNotifications,
  type SnoozeIcon,
  type StarIcon,
} from "./statements/status-updates";
import type { NotificationSelection as Selection } from "@/server/mentions/statements/mentions";
import type { PendingBulkUpdate } from "@/server/mentions/statements/pending-update-sql";
import {
  countSelection,
  pauseRecording,
  insertPendingUpdate,
  lockPendingUpdates,
} from "@/server/mentions/statements/pending-updates";

/** Rows locked by a pipeline run are free again quickly. After this many attempts, something is wrong. */
const rounds = 40;
const betweenRoundsMs = 100;

/**
 * Larger changes are stored as a pending update, which takes effect immediately and is applied in batches.
 */
const most = 2_000;

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/** Marks notifications as read. Archived ones change only if selected by id. */
export function markSelectedRead(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UpdatedResponse> {
  const from: NotificationStatus[] = selected.ids === undefined ? ["unread"] : ["unread", "archived"];
  return change(selectionOf(user, selected, from), "read", call);
}

export function archiveSelected(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UpdatedResponse> {
  return change(selectionOf(user, selected, ["unread", "read"]), "archived", call);
}

export function deleteSelected(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UpdatedResponse> {
  return change(selectionOf(user, selected, ["unread", "read", "archived"]), "deleted", call);
}

/** Only by ids, to undo earlier changes. */
export function markSelectedUnread(
  user: Account,
  { ids }: NotificationIds,
  now: Date,
): Promise<UpdatedResponse> {
  return changeNamed(selectionOf(user, { ids }, ["read", "archived"]), "unread", now);
}

/** Stars or unstars notifications, regardless of status. */
export function starSelected(
  user: Account,
  { ids }: NotificationIds,
  mark: StarIcon,
  now: Date,
): Promise<UpdatedResponse> {
  return changeNamed(selectionOf(user, { ids }, ["unread", "read", "archived"]), mark, now);
}

/** Snoozes or unsnoozes notifications, regardless of status. */
export async function snoozeSelected(
  user: Account,
  { ids, until }: SnoozedIds,
  now: Date,
): Promise<UpdatedResponse> {
  const mark = { snoozedUntil: snoozeTime(until, now) };
  return changeNamed(selectionOf(user, { ids }, ["unread", "read", "archived"]), mark, now);
}

/** Malformed ids are ignored, like unknown, deleted or foreign ones. */
function selectionOf(user: Account, selected: NotificationSelection, from: NotificationStatus[]): Selection {
  const { group, ids, status, until } = selected;
  return {
    userId: user.id,
    marks: user.pendingBulkUpdates,
    groupFolded: group === undefined ? null : foldKeyword(group),
    ids: ids?.filter((id) => idText.safeParse(id).success) ?? null,
    statuses: from.filter((one) => status === undefined || one === status),
    until: until === undefined ? null : new Date(until),
  };
}

type Becomes = PendingBulkUpdate["becomes"];
/** Changes possible by id; pending updates support fewer. */
type NamedMark = Becomes | "unread" | StarIcon | SnoozeIcon;

async function change(selection: Selection, becomes: Becomes, call: Call): Promise<UpdatedResponse> {
  const { ids, marks, statuses } = selection;
  if (statuses.length === 0) return { updated: 0 };
  if (ids !== null) return changeNamed(selection, becomes, call.now);
  if (marks.length === 0 && (await countSelection(pool(), selection, most + 1)) <= most) {
    return inRounds(() => changeRows(pool(), selection, becomes, call.now));
  }
  return changeLater(selection, becomes, call);
}

/** Selections by id are small enough to change directly. Pending updates of these rows are applied first. */
function changeNamed(selection: Selection, becomes: NamedMark, now: Date): Promise<UpdatedResponse> {
  const { ids, marks, userId } = selection;
  if (marks.length === 0) return inRounds(() => changeRows(pool(), selection, becomes, now));
  const plain = { ...selection, marks: [] };
  return inRounds(() =>
    withPendingUpdatesApplied(userId, ids ?? [], (tx) => changeRows(tx, plain, becomes, now)),
  );
}

/** Stores a pending update, which takes effect immediately. */
async function changeLater(selection: Selection, becomes: Becomes, call: Call): Promise<UpdatedResponse> {
  const { userId } = selection;
  const updated = await transaction(async (tx) => {
    await pauseRecording(tx, userId);
    const marks = await lockPendingUpdates(tx, userId);
    return insertPendingUpdate(tx, { ...selection, marks }, becomes, call.now);
  });
  call.after(() => applyPendingUpdates(userId, () => !stopping().requested));
  return { updated };
}

function changeRows(db: Queryable, selection: Selection, becomes: NamedMark, now: Date) {
  if (becomes === "deleted") return buryNotifications(db, selection, now);
  return markNotifications(db, selection, becomes, now);
}

/** Repeats the statement while rows are locked by another transaction. */
async function inRounds(
  changeOnce: () => Promise<{ updated: number; leftOut: number }>,
): Promise<UpdatedResponse> {
  let updated = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const done = await changeOnce();
    updated += done.updated;
    if (done.leftOut === 0) return { updated };
    await sleep(betweenRoundsMs);
  }
  throw new AppError("UPSTREAM_UNAVAILABLE");
}
