import { setTimeout as sleep } from "node:timers/promises";
import type {
  NotificationIds,
  NotificationSelection,
  NotificationStatus,
  SnoozedIds,
} from "@/contract/notification";
import { idText, type UndoableResponse } from "@/contract/pagination";
import { foldKeyword } from "@/domain/matching/fold";
import { pool, transaction, type Queryable } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { withPendingUpdatesApplied, applyPendingUpdates } from "@/server/mentions/pending-updates";
import { insertUndo, type UndoneChange } from "@/server/mentions/statements/undo";
import { snoozeTime } from "./snooze-time";
import { stopping } from "@/server/platform/run";
import type { Account } from "@/server/accounts/statements/accounts";
import {
  softDeleteNotifications,
  markNotifications,
  type SnoozeIcon,
  type StarIcon,
} from "./statements/status-updates";
import {
  countMentions,
  selectionCondition,
  type NotificationSelection as Selection,
} from "@/server/mentions/statements/mentions";
import type { PendingBulkUpdate } from "@/server/mentions/statements/pending-update-sql";
import {
  pauseRecording,
  insertPendingUpdate,
  lockPendingUpdates,
} from "@/server/mentions/statements/pending-updates";

/** Rows locked by a pipeline run are free again quickly. After this many attempts, something is wrong. */
const rounds = 40;
const betweenRoundsMs = 100;

/** Larger changes are pending updates, which take effect immediately and are applied in batches. */
const max = 2_000;
/** Pending updates of a user before the next one is applied immediately. */
const maxPending = 4;

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/** Marks notifications as read. Archived ones change only if selected by id or by that status. */
export function markSelectedRead(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UndoableResponse> {
  const isArchiveMeant = selected.ids !== undefined || selected.status === "archived";
  const from: NotificationStatus[] = isArchiveMeant ? ["unread", "archived"] : ["unread"];
  return change(selectionOf(user, selected, from), "read", call);
}

export function archiveSelected(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UndoableResponse> {
  return change(selectionOf(user, selected, ["unread", "read"]), "archived", call);
}

export function deleteSelected(
  user: Account,
  selected: NotificationSelection,
  call: Call,
): Promise<UndoableResponse> {
  return change(selectionOf(user, selected, ["unread", "read", "archived"]), "deleted", call);
}

export function markSelectedUnread(
  user: Account,
  { ids }: NotificationIds,
  now: Date,
): Promise<UndoableResponse> {
  return changeNamed(selectionOf(user, { ids }, ["read", "archived"]), "unread", now);
}

export function starSelected(
  user: Account,
  { ids }: NotificationIds,
  mark: StarIcon,
  now: Date,
): Promise<UndoableResponse> {
  return changeNamed(selectionOf(user, { ids }, ["unread", "read", "archived"]), mark, now);
}

export async function snoozeSelected(
  user: Account,
  { ids, until }: SnoozedIds,
  now: Date,
): Promise<UndoableResponse> {
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
type NamedMark = Becomes | "unread" | StarIcon | SnoozeIcon;

async function change(selection: Selection, becomes: Becomes, call: Call): Promise<UndoableResponse> {
  if (selection.ids !== null) return changeNamed(selection, becomes, call.now);
  const isSmall =
    selection.marks.length === 0 &&
    (await countMentions(pool(), selectionCondition(selection), max + 1)) <= max;
  return undoable(selection.userId, becomes, call.now, (undoId) =>
    isSmall
      ? inRounds(() => changeRows(pool(), selection, becomes, call.now, undoId))
      : changeLater(selection, becomes, call, undoId),
  );
}

/** Selections by id are small enough to change directly. Pending updates of these rows are applied first. */
function changeNamed(selection: Selection, becomes: NamedMark, now: Date): Promise<UndoableResponse> {
  const { ids, marks, userId } = selection;
  return undoable(userId, becomes, now, (undoId) => {
    if (marks.length === 0) return inRounds(() => changeRows(pool(), selection, becomes, now, undoId));
    const plain = { ...selection, marks: [] };
    return inRounds(() =>
      withPendingUpdatesApplied(userId, ids ?? [], (tx) => changeRows(tx, plain, becomes, now, undoId)),
    );
  });
}

async function undoable(
  userId: string,
  becomes: NamedMark,
  now: Date,
  act: (undoId: string) => Promise<number>,
): Promise<UndoableResponse> {
  const undo = await insertUndo(userId, undoneChange(becomes), now);
  return { updated: await act(undo.token), undo };
}

function undoneChange(becomes: NamedMark): UndoneChange {
  if (typeof becomes === "string") return becomes;
  return becomes.snoozedUntil === null ? "unsnoozed" : "snoozed";
}

/** Takes effect immediately. Applied when undo ends, or now if the user has many, which slow every list. */
async function changeLater(
  selection: Selection,
  becomes: Becomes,
  call: Call,
  undoId: string,
): Promise<number> {
  const { userId } = selection;
  let pending = 0;
  const updated = await transaction(async (tx) => {
    await pauseRecording(tx, userId);
    const marks = await lockPendingUpdates(tx, userId);
    pending = marks.length;
    return insertPendingUpdate(tx, { ...selection, marks }, becomes, call.now, undoId);
  });
  if (pending >= maxPending) call.after(() => applyPendingUpdates(userId, () => !stopping().requested));
  return updated;
}

function changeRows(db: Queryable, selection: Selection, becomes: NamedMark, now: Date, undoId: string) {
  if (becomes === "deleted") return softDeleteNotifications(db, selection, now, undoId);
  return markNotifications(db, selection, becomes, now, undoId);
}

async function inRounds(changeOnce: () => Promise<{ updated: number; leftOut: number }>): Promise<number> {
  let updated = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const done = await changeOnce();
    updated += done.updated;
    if (done.leftOut === 0) return updated;
    await sleep(betweenRoundsMs);
  }
  throw new AppError("UPSTREAM_UNAVAILABLE");
}
