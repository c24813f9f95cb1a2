import type { ForumPosition } from "@/domain/forum-walk";
import type { ItemKind } from "@/domain/item";
import type { KnownList } from "@/domain/list-updates";
import type { Need } from "@/domain/pending-numbers";
import type { ListMarks, ListTitle } from "@/domain/fetched-list";
import { sql, type Queryable } from "@/server/platform/database";
import { addPlaceDays } from "./place-days";
import type { Lease } from "@/server/platform/leases";
import { addCounts, type SiteCounts } from "./counts";
import { movePage, type PageOutcome } from "./pages";
import { saveFile, type FileOutcome } from "./files";
import { moveTracker, type TrackerOutcome } from "./tracker-positions";
import { moveWalk, type WalkOutcome } from "./walk-positions";

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
async function moveReads(db: Queryable, outcomes: readonly ReadOutcome[]): Promise<void> {
  const sorted = [...outcomes].sort((a, b) =>
    compare(`${a.site} ${a.place} ${a.kind}`, `${b.site} ${b.place} ${b.kind}`),
  );
  await db.query(
    sql`UPDATE "PlaceRead" r SET
       "readAt" = greatest(r."readAt", x."readAt"),
       "triedAt" = x."triedAt",
       "storedFrom" = x."storedFrom", "storedTo" = x."storedTo",
       "sweptAt" = CASE WHEN x.swept THEN x."triedAt" ELSE r."sweptAt" END,
       "rate" = coalesce(x.rate, r."rate"),
       "delayMs" = CASE WHEN x.delay IS NULL THEN r."delayMs" ELSE round(coalesce(r."delayMs" * 0.7 + 0.3 * x.delay, x.delay)) END,
       "share" = CASE WHEN x.share IS NULL THEN r."share" ELSE coalesce(r."share" * 0.9 + 0.1 * x.share, x.share) END,
       "itemsToday" = x.n + CASE WHEN r."day" = (x."triedAt" AT TIME ZONE 'UTC')::date THEN r."itemsToday" ELSE 0 END,
       "day" = (x."triedAt" AT TIME ZONE 'UTC')::date,
       "lastError" = NULL, "failedSince" = NULL, "nextAttemptAt" = NULL, "attempts" = 0
     FROM (
       SELECT t.* FROM unnest(${sorted.map((outcome) => outcome.site)}::text[], ${sorted.map((outcome) => outcome.place)}::text[], ${sorted.map((outcome) => outcome.kind)}::text[], ${sorted.map((outcome) => outcome.readAt)}::timestamptz[], ${sorted.map((outcome) => outcome.triedAt)}::timestamptz[], ${sorted.map((outcome) => outcome.swept)}::boolean[], ${sorted.map((outcome) => outcome.newItems)}::int[],
         ${sorted.map((outcome) => outcome.rate)}::float8[], ${sorted.map((outcome) => (outcome.delayMs === null ? null : Math.round(outcome.delayMs)))}::int[], ${sorted.map((outcome) => outcome.share)}::float8[], ${sorted.map((outcome) => outcome.stored?.from ?? null)}::timestamptz[], ${sorted.map((outcome) => outcome.stored?.to ?? null)}::timestamptz[])
         AS t(site, place, kind, "readAt", "triedAt", swept, n, rate, delay, share, "storedFrom", "storedTo")
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

/** Result of reading numbers, stored together with their items. */
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
    await db.query(
      sql`DELETE FROM "PendingNumber" WHERE "site" = ${site} AND "number" = ANY(${q.settled}::bigint[])`,
    );
  if (pending.length === 0) return;
  await db.query(
    sql`INSERT INTO "PendingNumber" ("site", "number", "around", "why", "tries", "nextAttemptAt")
     SELECT ${site}, n, a, w, t, x FROM unnest(${pending.map((one) => one.number)}::bigint[], ${pending.map((one) => one.around)}::timestamptz[], ${pending.map((one) => one.why)}::text[], ${pending.map((one) => one.tries)}::int[], ${pending.map((one) => one.nextAttemptAt)}::timestamptz[]) AS t(n, a, w, t, x)
     ORDER BY n
     ON CONFLICT ("site", "number") DO UPDATE SET "why" = excluded."why", "tries" = excluded."tries", "nextAttemptAt" = excluded."nextAttemptAt"`,
  );
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
    await db.query(
      sql`UPDATE "ListRead" SET "nextReadAt" = ${nextReadAt} WHERE "site" = ${site} AND "place" = ${place}`,
    );
    return;
  }
  if (called !== null)
    await db.query(
      sql`UPDATE "Place" SET "title" = ${called.title}, "home" = ${called.home} WHERE "site" = ${site} AND "name" = ${place}
       AND ("title", "home") IS DISTINCT FROM (${called.title}::text, ${called.home}::text)`,
    );
  // An unwatched place starts from scratch when it is watched again.
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
  // An unwatched place starts from scratch when it is watched again.
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
  await db.query(
    sql`UPDATE "Stream" SET "cursor" = ${cursor}, "at" = ${at}, "attempts" = 0 WHERE "site" = ${site}`,
  );
  await db.query(
    sql`INSERT INTO "StreamMinute" AS s ("site", "minute", "events", "posts", "matches", "lagMs")
     SELECT ${site}, m, e, p, n, l FROM unnest(${minutes.map((one) => one.minute)}::timestamptz[], ${minutes.map((one) => one.events)}::int[], ${minutes.map((one) => one.posts)}::int[], ${minutes.map((one) => one.matches)}::int[], ${minutes.map((one) => Math.round(one.lagMs))}::int[]) AS t(m, e, p, n, l)
     ORDER BY m
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
  if (walk !== undefined) await moveWalk(tx, walk);
  if (stream !== undefined) await moveStream(tx, stream);
}
