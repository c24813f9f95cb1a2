import { SiteError } from "@/domain/reading/site-error";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import type { NewGap } from "@/server/recording/statements/gaps";
import type { SequenceContext } from "./context";
import type { NumbersState } from "./record-numbers";
import type { Position } from "./statements/sequences";

/** Maximum backlog: about two weeks of the busiest site. Only items of the last days could be new anyway. */
export const maxBehind = 200_000;
/** Neighboring numbers to try, because some are never shown. */
const neighbours = 5;

/**
 * The latest number before the first watch, found by doubling the distance. Null if the budget is used up.
 * Includes a gap if more than the maximum backlog was written since the activation.
 */
export async function findStart(
  context: SequenceContext,
  tip: number,
  watchedSince: Date,
): Promise<{ reached: number; gap: NewGap | null } | null> {
  let shown = 1;
  for (let back = 1; back < tip; back = Math.min(2 * back, maxBehind)) {
    const at = await timeAt(context, tip - back);
    if (at === "refused") return null;
    if (at !== null && at < watchedSince) return { reached: tip - back, gap: null };
    if (at !== null) shown = back;
    if (back < maxBehind) continue;
    // A site that shows nothing here has no older items.
    if (at === null) break;
    const gap = { id: newId(), site: context.site.id, place: "all", kind: "comment" as const };
    return { reached: tip - back, gap: { ...gap, fromAt: watchedSince, toAt: at } };
  }
  return { reached: Math.max(0, tip - 2 * shown), gap: null };
}

/** Creation time of the item at a number or shortly after it. Null if the site doesn't show any. */
async function timeAt(context: SequenceContext, number: number): Promise<Date | "refused" | null> {
  for (let at = number; at < number + neighbours; at += 1) {
    if (!(await context.budget.take("sequence"))) return "refused";
    const { found, rate } = await context.site.fetchNumber(at, context.signal);
    await context.budget.recordRate(rate);
    if (typeof found === "object") return found.createdAt;
  }
  return null;
}

/**
 * Records a gap. Null if the budget is used up. Throws if the new position has no items: the reported latest
 * number must be wrong.
 */
export async function gapBefore(
  context: SequenceContext,
  state: NumbersState,
  position: Position,
  tip: number,
): Promise<number | null> {
  const reached = tip - maxBehind;
  const toAt = await timeAt(context, reached);
  if (toAt === "refused") return null;
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
