import {
  comparedMs,
  fileWaitMs,
  keysMs,
  lastMinute,
  maxBehindMinutes,
  minuteAt,
  stuckListMs,
  timeOfMinute,
} from "@/domain/reading/minute-files";
import type { Need } from "@/domain/reading/pending-numbers";
import type { FileMarks, ItemFile } from "@/domain/reading/item-files";
import type { FiledSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { pool, transaction, prisma } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { moveSequence } from "@/server/recording/statements/positions";
import type { WatchSet } from "@/server/recording/watch-set";
import { recordSkippedRead, type FilesContext, type SiteTally } from "./context";
import { getKey, unpackedKeys } from "./file-keys";
import { renderNew } from "./poll-lane";
import { scheduleRetries } from "./schedule-retries";
import { compareWithList, gapBetween, recordFile, type FilesState } from "./record-file";
import { addListed, countUnread, listFileKeys } from "./statements/files";
import { recordTrouble } from "./record-trouble";
import { listReads } from "./statements/reads";
import {
  beginSequence,
  findPosition,
  listDue,
  type PendingNumber,
  type Position,
} from "./statements/sequences";

const atOnce = 4;
/** Time covered by the list, with a margin. */
const listMinutes = 20;
const batch = 60;

/** The last list of each site. Without it, the next request is unconditional. */
const lists = new WeakMap<FiledSite, { marks: FileMarks; builtAt: Date }>();

/** Checks files against the latest list. A minute leaves the queue with its items: a kill loses nothing. */
export async function readFiles(context: FilesContext, how: { watches: WatchSet }): Promise<SiteTally> {
  const { site, budget } = context;
  const reads = await listReads(pool(), site, context.clock());
  const requestsBefore = budget.requests;
  const tally = { items: 0, matches: 0, notifications: 0, gaps: 0 };
  try {
    if (reads.length > 0) {
      const before = (ms: number) => new Date(context.clock().getTime() - ms);
      const since = before(comparedMs);
      const known = unpackedKeys(await listFileKeys(site.id, since));
      const state = { reads, watches: how.watches, startedAt: context.clock(), known, tally };
      await readNew(context, state);
      await prisma().minuteFile.deleteMany({ where: { site: site.id, minute: { lt: before(keysMs) } } });
      if (budget.requests === requestsBefore) recordSkippedRead(context);
    }
  } finally {
    if (tally.notifications > 0) await renderNew(context);
    await budget.giveBack();
  }
  return { ...tally, requests: budget.requests - requestsBefore };
}

async function readNew(context: FilesContext, state: FilesState): Promise<void> {
  const position = await findBeginning(context, state);
  const latest = await fetchLatest(context, state);
  if (latest === "unasked") return;
  const isListRead = latest !== "failed";
  const reached = await queueMinutes(context, state, position, isListRead ? latest : null);
  const isDone = await readQueue(context, state, reached, isListRead);
  await compareWithList(context, state);
  const isStuck = isListRead && (await recordStuck(context, state));
  if (isDone && isListRead && !isStuck && (await countUnread(context.site.id)) === 0)
    await recordWhole(context, state);
}

/** Returns the position. It starts before the first watch, because the list covers some minutes, too. */
async function findBeginning({ site, clock }: FilesContext, { reads }: FilesState): Promise<Position> {
  const found = await findPosition(site.id);
  if (found !== null) return found;
  const since = new Date(Math.min(...reads.map(({ watchedSince }) => watchedSince.getTime())));
  const reached = minuteAt(since) - listMinutes;
  const position = { reached, tip: reached, movedAt: clock() };
  await beginSequence(site.id, position);
  return position;
}

async function fetchLatest(
  context: FilesContext,
  state: FilesState,
): Promise<{ builtAt: Date } | "failed" | "unasked"> {
  const { site, budget, signal } = context;
  if (!(await budget.take("sequence"))) return "unasked";
  try {
    const last = lists.get(site);
    const { list, marks, rate } = await site.fetchLatest(last?.marks ?? null, signal);
    await budget.recordRate(rate);
    if (list === null) return last!;
    const news = list.items.filter(({ fullname }) => !state.known.has(getKey(fullname)));
    const since = Math.min(...state.reads.map(({ watchedSince }) => watchedSince.getTime()));
    const expected = news.filter(({ createdAt }) => createdAt.getTime() >= since);
    await addListed(pool(), site.id, expected, context.clock());
    lists.set(site, { marks, builtAt: list.builtAt });
    return list;
  } catch (error) {
    // Files can still be read, by the clock.
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    await recordTrouble(context, { unit: "files", reads: state.reads }, error.message);
    return error.kind === "rate-limited" || error.kind === "blocked" ? "unasked" : "failed";
  }
}

/** Queues the files since the position. Files that are too old become a gap. Returns the new position. */
async function queueMinutes(
  context: FilesContext,
  state: FilesState,
  { reached }: Position,
  latest: { builtAt: Date } | null,
): Promise<{ reached: number; tip: number }> {
  const { site, clock } = context;
  const now = clock();
  const until = Math.max(reached, lastMinute(latest?.builtAt ?? null, now));
  const from = Math.max(reached, until - maxBehindMinutes);
  const tip = latest === null ? 0 : minuteAt(latest.builtAt);
  const pending = Array.from({ length: until - from }, (_, at) => ({
    ...{ number: from + 1 + at, around: timeOfMinute(from + 1 + at) },
    ...{ why: "unasked" as const, tries: 0, nextAttemptAt: now },
  }));
  const sequence = { site: site.id, reached: until, tip, settled: [], pending };
  if (from === reached) await transaction((tx) => moveSequence(tx, sequence, now));
  else {
    const range = { fromAt: timeOfMinute(reached), toAt: timeOfMinute(from) };
    const gaps = gapBetween(context, state, range);
    const nothing = { items: [], match: () => [], isNamed: () => true, outcomes: [] };
    const recorded = await recordRead({ ...nothing, gaps, sequence, now });
    state.tally.gaps += recorded.gaps;
  }
  return { reached: until, tip };
}

/** Reads due files until none is left. Returns false if time or budget ran out, or the site is down. */
async function readQueue(
  context: FilesContext,
  state: FilesState,
  position: { reached: number; tip: number },
  isListRead: boolean,
): Promise<boolean> {
  const { site, clock } = context;
  while (clock() < context.deadline) {
    const due = await listDue(site.id, clock(), batch);
    if (due.length === 0) return true;
    for (let at = 0; at < due.length; at += atOnce) {
      if (clock() >= context.deadline) return false;
      const some = due.slice(at, at + atOnce);
      const files = context.followsKill === true ? await scheduleRetries(context, some, [], position) : some;
      const results = await Promise.all(files.map((one) => fetchFile(context, one)));
      const isDown = !isListRead && results.every(({ found }) => found === "failed");
      if (isDown) return false;
      for (const result of results) await recordOutcome(context, state, result, position);
      if (results.some(({ found }) => found === "unasked")) return false;
    }
  }
  return false;
}

interface Result {
  need: PendingNumber;
  found: ItemFile | Exclude<Need, "delayed">;
}

async function fetchFile(
  { site, budget, signal, faults }: FilesContext,
  need: PendingNumber,
): Promise<Result> {
  if (!(await budget.take("sequence"))) return { need, found: "unasked" };
  try {
    const { file, rate } = await site.fetchFile(need.number, signal);
    await budget.recordRate(rate);
    return { need, found: file ?? "absent" };
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    const isOurs = error.kind === "rate-limited" || error.kind === "blocked" || error.reason === "aborted";
    if (error.reason !== "aborted") faults.push({ unit: "files", error: error.message });
    return { need, found: isOurs ? "unasked" : "failed" };
  }
}

/** Records a file, queues it again, or gives it up: a missing file is usual, an unreadable one is a gap. */
async function recordOutcome(
  context: FilesContext,
  state: FilesState,
  { need, found }: Result,
  position: { reached: number; tip: number },
): Promise<void> {
  const { site, clock } = context;
  const { number } = need;
  const done = { site: site.id, ...position, settled: [number], pending: [] };
  if (typeof found === "object")
    return recordFile(context, state, { minute: number, file: found, settled: done });
  const now = clock();
  const tries = found === "unasked" ? need.tries : need.why === found ? need.tries + 1 : 1;
  const waitMs = fileWaitMs(found, tries);
  if (waitMs !== null) {
    const nextAttemptAt = new Date(now.getTime() + waitMs);
    const pending = [{ number, around: need.around, why: found, tries, nextAttemptAt }];
    return transaction((tx) => moveSequence(tx, { ...done, settled: [], pending }, now));
  }
  const toAt = timeOfMinute(number);
  // Starts between two minutes, because only one gap can start at a time.
  const range = { fromAt: new Date(toAt.getTime() - 30_000), toAt };
  const gaps = found === "absent" ? [] : gapBetween(context, state, range);
  const nothing = { items: [], match: () => [], isNamed: () => true, outcomes: [] };
  const recorded = await recordRead({ ...nothing, gaps, sequence: done, now });
  state.tally.gaps += recorded.gaps;
}

/** All published files are read, so the position of every place moves. */
async function recordWhole({ site, clock }: FilesContext, { reads, startedAt }: FilesState): Promise<void> {
  const outcomes = reads.map(({ place, kind }) => ({
    ...{ site: site.id, place, kind, readAt: startedAt, triedAt: startedAt, newItems: 0 },
    ...{ stored: null, swept: false, share: null, rate: null, delayMs: null },
  }));
  const nothing = { items: [], match: () => [], isNamed: () => true, gaps: [] };
  await recordRead({ ...nothing, outcomes, now: clock() });
}

/** A list that doesn't move is a problem of the source. */
async function recordStuck(context: FilesContext, state: FilesState): Promise<boolean> {
  const position = await findPosition(context.site.id);
  const stillMs = context.clock().getTime() - (position?.movedAt.getTime() ?? Infinity);
  if (position === null || !(stillMs > stuckListMs)) return false;
  const { movedAt } = position;
  await recordTrouble(
    context,
    { unit: "files", reads: state.reads },
    `nothing was published since ${movedAt.toISOString()}`,
    movedAt,
  );
  return true;
}
