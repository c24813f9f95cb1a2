import { SiteError } from "@/domain/site-error";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import type { SequenceContext } from "./context";
import type { NumbersState } from "./record-numbers";
import type { Position } from "./statements/sequences";

/** Maximum backlog: about two weeks of the busiest site. Only items of the last days could be new anyway. */
export const maxBehind = 200_000;
/** How far back a first read looks for the start of the watch: about an hour. */
const maxSteps = 512;
/** Neighboring numbers to try, because some are never shown. */
const neighbours = 5;

/** Slightly before the latest number if the first watch is older than that item. */
export async function findStart(context: SequenceContext, tip: number, watchedSince: Date): Promise<number> {
  let back = 1;
  for (; back < maxSteps && back < tip; back *= 2) {
    const at = await timeAt(context, tip - back);
    if (at !== null && at < watchedSince) break;
  }
  return Math.max(0, tip - back);
}

/** Creation time of the item at a number or shortly after it. Null if the site doesn't show any. */
async function timeAt(context: SequenceContext, number: number): Promise<Date | null> {
  for (let at = number; at < number + neighbours; at += 1) {
    if (!(await context.budget.take("sequence"))) return null;
    const { found, rate } = await context.site.fetchNumber(at, context.signal);
    await context.budget.recordRate(rate);
    if (typeof found === "object") return found.createdAt;
  }
  return null;
}

/** Records a gap. Throws if the new position has no items: the reported latest number must be wrong. */
export async function gapBefore(
  context: SequenceContext,
  state: NumbersState,
  position: Position,
  tip: number,
): Promise<number> {
  const reached = tip - maxBehind;
  const toAt = await timeAt(context, reached);
  if (toAt === null)
    throw new SiteError("malformed", `reports number ${tip}, but returns nothing from ${reached} on`);
  const { site } = context;
  const now = context.clock();
  const fromAt = new Date(Math.min(position.movedAt.getTime(), toAt.getTime()));
  const gap = { id: newId(), site: site.id, place: "all", kind: "comment" as const, fromAt, toAt };
  const recorded = await recordRead({
    ...{ items: [], match: () => [], isNamed: () => true, outcomes: [], now },
    gaps: [{ ...gap, items: reached - position.reached }],
    sequence: { site: site.id, reached, tip: position.tip, settled: [], pending: [] },
  });
  state.tally.gaps += recorded.gaps;
  return reached;
}
