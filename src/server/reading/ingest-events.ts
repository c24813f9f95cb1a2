import { canBeNew } from "@/domain/reading/newness";
import type { StreamBatch } from "@/domain/reading/stream";
import { getNews, type StreamNews } from "@/domain/reading/stream-updates";
import { isSampled } from "@/domain/reading/stream-sample";
import type { StreamContext } from "./context";
import { isDue, type StreamState } from "./stream-state";
import { withRoots } from "./with-roots";
import { writeOpen } from "./write-open";

const minuteMs = 60_000;

/** Stores events if there is something to record, or after a second or 1,000 events. */
export async function ingestEvents(
  context: StreamContext,
  state: StreamState,
  chunks: readonly StreamBatch[],
): Promise<void> {
  const { open } = state;
  const updates = getNews(chunks);
  collectDeletions(state, updates);
  // Matched against the current watches, which are newer than the posts.
  const matched = await match(context, state, updates);
  for (const chunk of chunks) note(context, state, chunk);
  const { tally } = state;
  tally.posts += updates.posts;
  const minute = open.minutes.get(minuteOf(state.at));
  if (minute !== undefined) minute.matches += matched;
  if (open.cursor === null) return;
  if (open.stored.length > 0 || open.gaps.length > 0 || isDue(open))
    await writeOpen(context, state, open.cursor);
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / minuteMs) * minuteMs;
}

function note(context: StreamContext, state: StreamState, chunk: StreamBatch): void {
  const { open, tally } = state;
  const { at, events, happened, skipped, gap } = chunk;
  if (open.cursor === null) open.sinceMs = performance.now();
  open.cursor = chunk.cursor;
  state.at = at;
  open.events += events;
  tally.events += events;
  if (gap !== null) open.gaps.push(gap);
  for (const [what, count] of Object.entries(chunk.counts ?? {}))
    open.counts[what] = (open.counts[what] ?? 0) + count;
  if (skipped > 0) context.faults.push({ unit: "posts", error: `${skipped} posts skipped` });
  const key = minuteOf(at);
  const minute = open.minutes.get(key) ?? { events: 0, posts: 0, matches: 0, lagMs: 0 };
  open.minutes.set(key, minute);
  minute.events += events;
  minute.posts += happened.filter(({ is }) => is === "written").length;
  minute.lagMs = Math.max(minute.lagMs, context.clock().getTime() - at.getTime());
}

/** If an account reappears before the next write, its items are left to the next recheck. */
function collectDeletions({ open }: StreamState, { deleted, edited, gone, back }: StreamNews): void {
  for (const item of edited) open.edited.set(item.fullname, item);
  for (const fullname of deleted) open.deleted.add(fullname);
  for (const author of back) open.gone.delete(author);
  for (const [author, until] of gone) open.gone.set(author, { author, until });
}

async function match(context: StreamContext, state: StreamState, { written }: StreamNews): Promise<number> {
  const { open, reads, watches } = state;
  if (written.length === 0) return 0;
  const now = context.clock();
  const since = new Map(reads.map(({ kind, watchedSince }) => [kind, watchedSince.getTime()]));
  const matcher = await watches.current(now);
  let matched = 0;
  const isNeeded = matcher.hasThreads(context.site.id);
  for (const item of isNeeded ? await withRoots(context.site.id, written) : written) {
    const sinceMs = since.get(item.kind) ?? null;
    open.posts[item.kind] += 1;
    // Backdated items say nothing about the delay.
    if (!canBeNew(item, now.getTime(), sinceMs)) continue;
    if (sinceMs !== null && item.createdAt.getTime() >= sinceMs)
      open.delaysMs[item.kind].push(now.getTime() - item.createdAt.getTime());
    const found = matcher.match(item);
    if (found.length > 0) open.matches.set(item.fullname, found);
    if (found.length > 0) matched += 1;
    if (found.length > 0 || isSampled(item.fullname, context.site.sampledOneIn)) open.stored.push(item);
  }
  return matched;
}
