import type { ForumPosition } from "@/domain/reading/forum-walk";
import type { ItemKind } from "@/domain/reading/item";
import type { KnownList } from "@/domain/reading/list-updates";
import type { Need } from "@/domain/reading/pending-numbers";
import type { ListMarks, ListTitle } from "@/domain/reading/fetched-list";
import { prisma, sql, tableSql, type Queryable } from "@/server/platform/database";
import { addPlaceDays } from "./place-days";
import type { Lease } from "@/server/platform/leases";
import { addCounts, type SiteCounts } from "./counts";
import { saveFile, type FileOutcome } from "./files";
import { moveTracker, type TrackerOutcome } from "./tracker-positions";

export interface ReadOutcome {
  site: string;
  place: string;
  kind: ItemKind;
  /** The new position; null to keep it. */
  readAt: Date | null;
  triedAt: Date;
  /** The range beyond the position covered by interrupted reads; null once it is complete. */
  stored: { from: Date; to: Date } | null;
  swept: boolean;
  /** Written since the last complete read; 0 if interrupted. Sites read as a whole: new items. */
  newItems: number;
  /** Learned items per minute; null to keep the rate. */
  rate: number | null;
  /** Median delay from creation to recording (ms); null without new items. */
  delayMs: number | null;
  /** Covered share of the time, for 'all'. */
  share: number | null;
}

const maxInt = 2 ** 31 - 1;

/** Updates positions and statistics after a read, locked in order. Positions never move back. */
async function moveReads(db: Queryable, reads: readonly ReadOutcome[]): Promise<void> {
  const sorted = [...reads].sort((a, b) =>
    compare(`${a.site} ${a.place} ${a.kind}`, `${b.site} ${b.place} ${b.kind}`),
  );
  const outcomes = sorted.map(({ stored, delayMs, ...outcome }) => ({
    ...outcome,
    delayMs: delayMs === null ? null : Math.min(maxInt, Math.round(delayMs)),
    storedFrom: stored?.from ?? null,
    storedTo: stored?.to ?? null,
  }));
  await db.query(
    sql`UPDATE "PlaceRead" r SET
       "readAt" = greatest(r."readAt", x."readAt"),
       "triedAt" = x."triedAt",
       "storedFrom" = x."storedFrom", "storedTo" = x."storedTo",
       "sweptAt" = CASE WHEN x.swept THEN x."triedAt" ELSE r."sweptAt" END,
       "rate" = coalesce(x.rate, r."rate"),
       "delayMs" = CASE WHEN x."delayMs" IS NULL THEN r."delayMs" ELSE round(coalesce(r."delayMs" * 0.7 + 0.3 * x."delayMs", x."delayMs")) END,
       "share" = CASE WHEN x.share IS NULL THEN r."share" ELSE coalesce(r."share" * 0.9 + 0.1 * x.share, x.share) END,
       "itemsToday" = x."newItems" + CASE WHEN r."day" = (x."triedAt" AT TIME ZONE 'UTC')::date THEN r."itemsToday" ELSE 0 END,
       "day" = (x."triedAt" AT TIME ZONE 'UTC')::date,
       "lastError" = NULL, "failedSince" = NULL, "nextAttemptAt" = NULL, "attempts" = 0
     FROM (
       SELECT t.* FROM ${tableSql("t", outcomes, { site: "text", place: "text", kind: "text", readAt: "timestamptz", triedAt: "timestamptz", swept: "boolean", newItems: "int", rate: "float8", delayMs: "int", share: "float8", storedFrom: "timestamptz", storedTo: "timestamptz" })}
       JOIN "PlaceRead" l ON l."site" = t.site AND l."place" = t.place AND l."kind" = t.kind::"ItemKind"
       ORDER BY t.site, t.place, t.kind FOR NO KEY UPDATE OF l
     ) x
     WHERE r."site" = x.site AND r."place" = x.place AND r."kind" = x.kind::"ItemKind"`,
  );
  await addPlaceDays(db, sorted);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface SequenceOutcome {
  site: string;
  /** All numbers up to here are read, pending or in a gap. */
  reached: number;
  tip: number;
  settled: readonly number[];
  pending: readonly { number: number; around: Date; why: Need; tries: number; nextAttemptAt: Date }[];
}

export async function moveSequence(db: Queryable, q: SequenceOutcome, now: Date): Promise<void> {
  const { site, pending } = q;
  await db.query(
    sql`UPDATE "Sequence" SET "reached" = greatest("reached", ${q.reached}::bigint), "tip" = greatest("tip", ${q.tip}::bigint),
       "movedAt" = CASE WHEN ${q.tip}::bigint > "tip" OR "movedAt" > ${now} THEN ${now}::timestamptz ELSE "movedAt" END
     WHERE "site" = ${site}`,
  );
  if (q.settled.length > 0)
    await prisma().pendingNumber.deleteMany({ where: { site, number: { in: [...q.settled] } } });
  if (pending.length === 0) return;
  await db.query(
    sql`INSERT INTO "PendingNumber" ("site", "number", "around", "why", "tries", "nextAttemptAt")
     SELECT ${site}, t.* FROM ${tableSql("t", pending, { number: "bigint", around: "timestamptz", why: "text", tries: "int", nextAttemptAt: "timestamptz" })}
     ORDER BY "number"
     ON CONFLICT ("site", "number") DO UPDATE SET "why" = excluded."why", "tries" = excluded."tries", "nextAttemptAt" = excluded."nextAttemptAt"`,
  );
}

interface PageOutcome {
  site: string;
  place: string;
  after: string;
  sweptAt: Date;
  deepAt: Date;
  deepAfter: string | null;
}

/** Check before storing a place's first position: an unwatched place starts from scratch next time. */
export async function isWatched(site: string, name: string): Promise<boolean> {
  return (await prisma().place.count({ where: { site, name, watchedSince: { not: null } } })) === 1;
}

async function movePage({ site, place, ...page }: PageOutcome): Promise<void> {
  const { pageRead } = prisma();
  const { count } = await pageRead.updateMany({ where: { site, place }, data: page });
  if (count === 0 && (await isWatched(site, place)))
    await pageRead.createMany({ data: [{ site, place, ...page }], skipDuplicates: true });
}

interface WalkOutcome {
  site: string;
  source: string;
  state: string;
  /** Ids that the source doesn't show. */
  hidden: number;
}

async function moveWalk({ site, source, state, hidden }: WalkOutcome): Promise<void> {
  await prisma().walkRead.upsert({
    where: { site_source: { site, source } },
    create: { site, source, state, hidden },
    update: { state, hidden: { increment: hidden } },
    select: { site: true },
  });
}

interface ListOutcome {
  site: string;
  place: string;
  nextReadAt: Date;
  marks: ListMarks;
  /** Null if unchanged. */
  known: KnownList | null;
  called: ListTitle | null;
}

async function moveList(outcome: ListOutcome): Promise<void> {
  const { site, place, nextReadAt, marks, known, called } = outcome;
  const { listRead, place: places } = prisma();
  if (known === null) {
    await listRead.updateMany({ where: { site, place }, data: { nextReadAt } });
    return;
  }
  const name = { site, name: place };
  if (called !== null && (await places.count({ where: { ...name, ...called } })) === 0)
    await places.updateMany({ where: name, data: called });
  const { etag, modified, movedTo } = marks;
  const data = { nextReadAt, etag, modified, movedTo, keys: [...known.keys], listed: known.listed };
  const { count } = await listRead.updateMany({ where: { site, place }, data });
  if (count === 0 && (await isWatched(site, place)))
    await listRead.createMany({ data: [{ site, place, ...data }], skipDuplicates: true });
}

interface ForumOutcome extends ForumPosition {
  site: string;
  place: string;
  /** Skipped numbers that the page didn't show. */
  hidden: number;
}

/** Stores a forum's position. Does nothing during its first read. */
async function moveForum({ site, place, reached, below, goal, hidden }: ForumOutcome): Promise<void> {
  if (reached === null) return;
  const { forumRead } = prisma();
  const position = { reached, below, goal };
  const data = { ...position, hidden: { increment: hidden } };
  const { count } = await forumRead.updateMany({ where: { site, place }, data });
  if (count === 0 && (await isWatched(site, place)))
    await forumRead.createMany({ data: [{ site, place, ...position, hidden }], skipDuplicates: true });
}

interface StreamOutcome {
  site: string;
  cursor: string;
  /** Site time of the last event. */
  at: Date;
  /** The reader's lease. Only its owner can move the cursor. */
  lease: Lease;
  minutes: readonly StreamMinute[];
}

export interface StreamMinute {
  minute: Date;
  events: number;
  posts: number;
  matches: number;
  lagMs: number;
}

/** Moves the cursor and adds the minutes. The cursor is gone if the stream is no longer watched. */
async function moveStream(db: Queryable, { site, cursor, at, minutes }: StreamOutcome): Promise<void> {
  await prisma().stream.updateMany({ where: { site }, data: { cursor, at, attempts: 0 } });
  const whole = minutes.map((one) => ({ ...one, lagMs: Math.round(one.lagMs) }));
  await db.query(
    sql`INSERT INTO "StreamMinute" AS s ("site", "minute", "events", "posts", "matches", "lagMs")
     SELECT ${site}, t.* FROM ${tableSql("t", whole, { minute: "timestamptz", events: "int", posts: "int", matches: "int", lagMs: "int" })}
     ORDER BY "minute"
     ON CONFLICT ("site", "minute") DO UPDATE SET "events" = s."events" + excluded."events", "posts" = s."posts" + excluded."posts",
       "matches" = s."matches" + excluded."matches", "lagMs" = greatest(s."lagMs", excluded."lagMs")`,
  );
}

export interface Positions {
  outcomes: readonly ReadOutcome[];
  counts?: SiteCounts;
  /** For a place that is read page by page, oldest first. */
  page?: PageOutcome;
  file?: FileOutcome;
  sequence?: SequenceOutcome;
  list?: ListOutcome;
  forum?: ForumOutcome;
  tracker?: TrackerOutcome;
  walk?: WalkOutcome;
  stream?: StreamOutcome;
}

export async function movePositions(
  tx: Queryable,
  { outcomes, counts, page, file, sequence, list, forum, tracker, walk, stream }: Positions,
  now: Date,
): Promise<void> {
  await moveReads(tx, outcomes);
  if (counts !== undefined) await addCounts(tx, counts, now);
  if (page !== undefined) await movePage(page);
  if (file !== undefined) await saveFile(tx, file);
  if (sequence !== undefined) await moveSequence(tx, sequence, now);
  if (list !== undefined) await moveList(list);
  if (forum !== undefined) await moveForum(forum);
  if (tracker !== undefined) await moveTracker(tx, tracker, now);
  if (walk !== undefined) await moveWalk(walk);
  if (stream !== undefined) await moveStream(tx, stream);
}
