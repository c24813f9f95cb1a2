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
import { beyondMarks, carryOutMarks } from "@/server/mentions/pending-marks";
import { snoozeTime } from "./snooze-time";
import { stopping } from "@/server/platform/run";
import type { Account } from "@/server/accounts/statements/accounts";
import { buryNotifications, markNotifications, type SnoozeIcon, type StarIcon } from "./statements/marks";
import type { NotificationSelection as Selection } from "@/server/mentions/statements/mentions";
import type { PendingMark } from "@/server/mentions/statements/pending-mark-sql";
import {
  countSelection,
  holdBackRecording,
  insertPendingMark,
  lockPendingMarks,
} from "@/server/mentions/statements/pending-marks";

/** Rows held by a run of the pipeline are free again within a moment; after so many looks something is wrong. */
const rounds = 40;
const betweenRoundsMs = 100;

/** So many mentions are changed at once; a mark on more counts at once and is carried out in pieces. */
const most = 2_000;

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/** What is archived stays so unless it is named by its id. */
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

/** Named by their ids alone: to undo what was done to them. */
export function markSelectedUnread(
  user: Account,
  { ids }: NotificationIds,
  now: Date,
): Promise<UpdatedResponse> {
  return changeNamed(selectionOf(user, { ids }, ["read", "archived"]), "unread", now);
}

/** Stars notifications, or takes their stars away, whatever their status. */
export function starSelected(
  user: Account,
  { ids }: NotificationIds,
  mark: StarIcon,
  now: Date,
): Promise<UpdatedResponse> {
  return changeNamed(selectionOf(user, { ids }, ["unread", "read", "archived"]), mark, now);
}

/** Has notifications wait, or wait no longer, whatever their status. */
export async function snoozeSelected(
  user: Account,
  { ids, until }: SnoozedIds,
  now: Date,
): Promise<UpdatedResponse> {
  const mark = { snoozedUntil: snoozeTime(until, now) };
  return changeNamed(selectionOf(user, { ids }, ["unread", "read", "archived"]), mark, now);
}

/** Ids that are malformed name nothing, as ids that are absent, deleted or somebody else's. */
function selectionOf(user: Account, selected: NotificationSelection, from: NotificationStatus[]): Selection {
  const { group, ids, status, until } = selected;
  return {
    userId: user.id,
    marks: user.pendingMarks,
    groupFolded: group === undefined ? null : foldKeyword(group),
    ids: ids?.filter((id) => idText.safeParse(id).success) ?? null,
    statuses: from.filter((one) => status === undefined || one === status),
    until: until === undefined ? null : new Date(until),
  };
}

type Becomes = PendingMark["becomes"];
/** What becomes of what is named: a pending mark knows less. */
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

/** What is named by ids is little enough to be changed at once; pending marks of it are settled before. */
function changeNamed(selection: Selection, becomes: NamedMark, now: Date): Promise<UpdatedResponse> {
  const { ids, marks, userId } = selection;
  if (marks.length === 0) return inRounds(() => changeRows(pool(), selection, becomes, now));
  const plain = { ...selection, marks: [] };
  return inRounds(() => beyondMarks(userId, ids ?? [], (tx) => changeRows(tx, plain, becomes, now)));
}

/** A pending mark, which counts from now on. */
async function changeLater(selection: Selection, becomes: Becomes, call: Call): Promise<UpdatedResponse> {
  const { userId } = selection;
  const updated = await transaction(async (tx) => {
    await holdBackRecording(tx, userId);
    const marks = await lockPendingMarks(tx, userId);
    return insertPendingMark(tx, { ...selection, marks }, becomes, call.now);
  });
  call.after(() => carryOutMarks(userId, () => !stopping().requested));
  return { updated };
}

function changeRows(db: Queryable, selection: Selection, becomes: NamedMark, now: Date) {
  if (becomes === "deleted") return buryNotifications(db, selection, now);
  return markNotifications(db, selection, becomes, now);
}

/** One statement, and again for what somebody held meanwhile. */
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
