import type { ForumPosition } from "@/domain/forum-walk";
import type { ItemKind } from "@/domain/item";
import type { KnownList } from "@/domain/list-updates";
import type { Need } from "@/domain/pending-numbers";
import type { ListMarks, ListTitle } from "@/domain/fetched-list";
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

/** Updates positions and statistics after a read, locked in order. Positions never move back. */
async function moveReads(db: Queryable, reads: readonly ReadOutcome[]): Promise<void> {
  const sorted = [...reads].sort((a, b) =>
    compare(`${a.site} ${a.place} ${a.kind}`, `${b.site} ${b.place} ${b.kind}`),
  );
  const outcomes = sorted.map(({ stored, delayMs, ...outcome }) => ({
    ...outcome,
    delayMs: delayMs === null ? null : Math.round(delayMs),
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

/** Stores a position. An unwatched place starts from scratch when it is watched again. */
async function movePage(db: Queryable, { site, place, after, ...page }: PageOutcome): Promise<void> {
  await db.query(
    sql`INSERT INTO "PageRead" ("site", "place", "after", "sweptAt", "deepAt", "deepAfter")
     SELECT ${site}, ${place}, ${after}, ${page.sweptAt}, ${page.deepAt}, ${page.deepAfter}
     FROM "Place" WHERE "site" = ${site} AND "name" = ${place} AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site", "place") DO UPDATE SET "after" = excluded."after", "sweptAt" = excluded."sweptAt", "deepAt" = excluded."deepAt", "deepAfter" = excluded."deepAfter"`,
  );
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

async function moveList(
  db: Queryable,
  { site, place, nextReadAt, marks, known, called }: ListOutcome,
): Promise<void> {
  const { etag, modified, movedTo } = marks;
  if (known === null) {
    await prisma().listRead.updateMany({ where: { site, place }, data: { nextReadAt } });
    return;
  }
  if (called !== null)
    await db.query(
      sql`UPDATE "Place" SET "title" = ${called.title}, "home" = ${called.home} WHERE "site" = ${site} AND "name" = ${place}
       AND ("title", "home") IS DISTINCT FROM (${called.title}::text, ${called.home}::text)`,
    );
  await db.query(
    sql`INSERT INTO "ListRead" ("site", "place", "nextReadAt", "etag", "modified", "movedTo", "keys", "listed")
     SELECT ${site}, ${place}, ${nextReadAt}, ${etag}, ${modified}, ${movedTo}, ${known.keys}::text[], ${known.listed}::int
     FROM "Place" WHERE "site" = ${site} AND "name" = ${place} AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site", "place") DO UPDATE SET "nextReadAt" = excluded."nextReadAt", "etag" = excluded."etag",
       "modified" = excluded."modified", "movedTo" = excluded."movedTo", "keys" = excluded."keys", "listed" = excluded."listed"`,
  );
}

interface ForumOutcome extends ForumPosition {
  site: string;
  place: string;
  /** Skipped numbers that the page didn't show. */
  hidden: number;
}

/** Stores a forum's position. Does nothing during its first read. */
async function moveForum(
  db: Queryable,
  { site, place, reached, below, goal, hidden }: ForumOutcome,
): Promise<void> {
  if (reached === null) return;
  await db.query(
    sql`INSERT INTO "ForumRead" AS f ("site", "place", "reached", "below", "goal", "hidden")
     SELECT ${site}, ${place}, ${reached}::bigint, ${below}::bigint, ${goal}::bigint, ${hidden}::bigint
     FROM "Place" WHERE "site" = ${site} AND "name" = ${place} AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site", "place") DO UPDATE SET "reached" = excluded."reached", "below" = excluded."below",
       "goal" = excluded."goal", "hidden" = f."hidden" + excluded."hidden"`,
  );
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
  if (page !== undefined) await movePage(tx, page);
  if (file !== undefined) await saveFile(tx, file);
  if (sequence !== undefined) await moveSequence(tx, sequence, now);
  if (list !== undefined) await moveList(tx, list);
  if (forum !== undefined) await moveForum(tx, forum);
  if (tracker !== undefined) await moveTracker(tx, tracker, now);
  if (walk !== undefined) await moveWalk(walk);
  if (stream !== undefined) await moveStream(tx, stream);
}
