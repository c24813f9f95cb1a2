import { depthMs } from "@/domain/reading/read-outcome";
import { narrowGap, type OpenGap } from "@/server/recording/statements/gaps";
import type { PagesContext } from "./context";
import { recordLane, watchedSinceMs, type PollState } from "./poll-lane";
import { readLane } from "./read-lane";

export async function fillGap(context: PagesContext, state: PollState, gap: OpenGap): Promise<void> {
  const member = state.reads.get(`${gap.kind} ${gap.place}`);
  if (member === undefined || context.clock() >= context.deadline) return;
  const lane = { kind: gap.kind, places: [gap.place], baseline: false, sweep: false };
  const watchedSince = (name: string) => watchedSinceMs(state, gap.kind, name);
  const read = await readLane(context, lane, { until: gap.fromAt, watchedSince, purpose: "gap" });
  if (read.seen.length === 0) return;
  await recordLane(context, state, read, [], () => "partial");
  const depth = depthMs(read.seen);
  await narrowGap(gap, depth === null ? null : new Date(depth), context.clock());
}
