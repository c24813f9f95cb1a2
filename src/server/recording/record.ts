import { type DigestSchedule, nextDueTimes, usualDigests } from "@/domain/delivery/digest-schedule";
import type { Item } from "@/domain/reading/item";
import type { Match } from "@/domain/matching/rule";
import { localDay } from "@/domain/time/moment";
import { textRetentionMs } from "@/domain/reading/newness";
import { transaction, type Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { assertLease } from "@/server/platform/leases";
import { wakeListeners } from "@/server/platform/wake";
import {
  addTotals,
  insertNotifications,
  joinMentions,
  lockWatchSchedules,
  type NewNotification,
  type ScheduleTimes,
} from "@/server/recording/statements/notifications";
import { recordDelays } from "@/server/delivery/statements/delays";
import { limitToDay, countMissed } from "@/server/recording/limit-to-day";
import { insertGaps, type NewGap } from "@/server/recording/statements/gaps";
import { forgetUnmatched, insertItems, rememberItems } from "@/server/recording/statements/items";
import { storedBytes } from "@/domain/reading/stored-text";
import { findUpdatedUntil } from "@/server/mentions/statements/pending-updates";
import { countReplies } from "@/server/recording/statements/threads";
import { movePositions, type Positions } from "@/server/recording/statements/positions";
import { getSnapshot, rememberedOf, repliesIn } from "./snapshots";
import { joinStories, getStoryKey } from "./stories";

/** About a quarter of a second in PostgreSQL. */
const chunkNotifications = 20_000;

export interface Recording extends Positions {
  items: readonly Item[];
  match: (item: Item) => readonly Match[];
  /** Whether a watch names the item's place. Items found only through 'all' are forgotten sooner. */
  isNamed: (item: Item) => boolean;
  /** Whether to store its text. Default: if a watch names its place. */
  isTextStored?: (item: Item) => boolean;
  /** Whether to remember it without a match. Default: always. */
  isRemembered?: (item: Item) => boolean;
  gaps: readonly NewGap[];
  now: Date;
  /** Start of the read that showed the items. Default: now. */
  seenAt?: Date;
}

export interface Recorded {
  items: number;
  matches: number;
  notifications: number;
  gaps: number;
}

interface Chunk {
  /** Items remembered with this chunk. An item with too many matches is remembered with its last chunk. */
  items: Item[];
  matched: Item[];
  notifications: NewNotification[];
  /** The item with earlier matches in the previous chunk. */
  continued: string | null;
  isLast: boolean;
}

/** Oldest first; positions and gaps last. Idempotent. Throws LeaseLost if the stream was taken over. */
export async function recordRead(recording: Recording): Promise<Recorded> {
  const tally: Recorded = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  // Chunks are generated lazily: the matches of a popular keyword in a long read might not fit into memory.
  for (const chunk of chunksOf(recording)) {
    const done = await transaction(async (tx) => {
      if (recording.stream !== undefined) await assertLease(tx, recording.stream.lease);
      const recorded = await recordChunk(tx, chunk, recording);
      if (!chunk.isLast) return { ...recorded, gaps: 0 };
      const gaps = await insertGaps(tx, recording.gaps, recording.now);
      await movePositions(tx, recording, recording.now);
      return { ...recorded, gaps };
    });
    tally.items += done.items;
    tally.matches += done.matches;
    tally.notifications += done.notifications;
    tally.gaps += done.gaps;
  }
  return tally;
}

function* chunksOf(recording: Recording): Generator<Chunk> {
  const oldestFirst = [...recording.items].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let chunk: Chunk = { items: [], matched: [], notifications: [], continued: null, isLast: false };
  for (const item of oldestFirst) {
    const matches = recording.match(item);
    const { fullname } = item;
    if (matches.length === 0 && recording.isRemembered?.(item) === false) continue;
    if (matches.length > 0) chunk.matched.push(item);
    const storyKey = matches.length > 0 ? getStoryKey(item) : null;
    const isHeadline = item.headline !== undefined;
    for (const rule of matches) {
      if (chunk.notifications.length === chunkNotifications) {
        yield chunk;
        const isContinued = chunk.notifications.at(-1)?.fullname === fullname;
        const continued = isContinued ? fullname : null;
        chunk = { items: [], matched: [item], notifications: [], continued, isLast: false };
      }
      const { site, place } = item;
      const { watchId, revision } = rule;
      chunk.notifications.push({
        id: newId(),
        watchId,
        revision,
        fullname,
        site,
        place,
        storyKey,
        isHeadline,
      });
    }
    chunk.items.push(item);
  }
  yield { ...chunk, isLast: true };
}

async function recordChunk(tx: Queryable, chunk: Chunk, recording: Recording) {
  const { now, seenAt } = recording;
  const remembered = await rememberItems(
    tx,
    chunk.items.map((item) => rememberedOf(item, recording)),
    seenAt ?? now,
    new Date(now.getTime() + textRetentionMs),
  );
  // Another lane might have recorded an item first. Split items' matches are unique by watch and item.
  const own = new Set(chunk.items.map((item) => item.fullname));
  const isMine = (fullname: string) => remembered.has(fullname) || !own.has(fullname);
  const notifications = chunk.notifications.filter((match) => isMine(match.fullname));
  const made =
    notifications.length > 0 ? await recordNotifications(tx, notifications, chunk, { now, seenAt }) : 0;
  await countReplies(tx, repliesIn(chunk.items, remembered), now);
  const passing = chunk.items.filter((item) => recording.isRemembered?.(item) === false);
  if (passing.length > 0) await forgetUnmatched(tx, passing);
  // Must follow the matches: only items with a recorded match are stored.
  if (made > 0)
    await insertItems(tx, chunk.matched.filter((item) => isMine(item.fullname)).map(getSnapshot), now);
  return { items: remembered.size, matches: notifications.length, notifications: made };
}

async function recordNotifications(
  tx: Queryable,
  notifications: readonly NewNotification[],
  { matched, continued }: Chunk,
  { now: readAt, seenAt = readAt }: Pick<Recording, "now" | "seenAt">,
): Promise<number> {
  const watchIds = [...new Set(notifications.map((match) => match.watchId))].sort();
  const found = await lockWatchSchedules(tx, watchIds);
  const updatedUntil = await findUpdatedUntil(tx, watchIds);
  const now = afterPendingUpdates(readAt, updatedUntil);
  const dueTimesFor = (schedule: DigestSchedule): ScheduleTimes => ({
    ...schedule,
    ...nextDueTimes(now, schedule),
    day: localDay(now, schedule.timeZone),
  });
  const schedules = found.map(dueTimesFor);
  const sizes = new Map(matched.map((item) => [item.fullname, storedBytes(item)]));
  const usual = dueTimesFor(usualDigests("UTC"));
  const result = await insertNotifications(tx, notifications, schedules, now, usual, sizes);
  const full = result.filter((total) => total.fullRevision !== null);
  const counts = result.filter((total) => total.fullRevision === null);
  const made = counts.reduce((sum, total) => sum + total.count, 0);
  const missed = countMissed(notifications, full);
  const wanted = notifications.length - [...missed.values()].reduce((sum, count) => sum + count, 0);
  const filling = await addTotals(tx, counts, now);
  const dropped = await limitToDay(tx, { notifications, counts, full, filling, sizes }, now);
  await joinMade(tx, notifications, counts, made < wanted ? "any" : continued);
  const created = made - dropped;
  if (created > 0) await joinStories(tx, notifications, { now, hasMarks: updatedUntil !== null });
  if (created > 0) await recordDelays(tx, matchedFor(matched, notifications), { now: readAt, seenAt });
  if (created > 0) await wakeListeners(tx);
  return created;
}

/** `stored`: an item with earlier notifications, or "any" if another process recorded some of these. */
async function joinMade(
  tx: Queryable,
  notifications: readonly NewNotification[],
  counts: readonly { watchId: string; isShared: boolean }[],
  stored: string | null,
): Promise<void> {
  const shared = new Set(counts.filter((total) => total.isShared).map((total) => total.watchId));
  const hasEarlier = (fullname: string) => stored === "any" || stored === fullname;
  const joining = notifications.filter((match) => shared.has(match.watchId) || hasEarlier(match.fullname));
  if (joining.length === 0) return;
  const fullnames = new Set(joining.map((match) => match.fullname).filter(hasEarlier));
  await joinMentions(
    tx,
    joining.map((match) => match.id),
    [...fullnames],
  );
}

function matchedFor(matched: readonly Item[], notifications: readonly NewNotification[]) {
  const counts = new Map<string, number>();
  for (const { fullname } of notifications) counts.set(fullname, (counts.get(fullname) ?? 0) + 1);
  return matched.flatMap((item) => {
    const count = counts.get(item.fullname);
    return count === undefined ? [] : [{ ...item, count }];
  });
}

/** After the user's last bulk update, which must not apply to these, even if the read took long. */
export function afterPendingUpdates(now: Date, updatedUntil: Date | null): Date {
  return updatedUntil === null || updatedUntil < now ? now : new Date(updatedUntil.getTime() + 1);
}
