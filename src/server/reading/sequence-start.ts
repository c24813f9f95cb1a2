import { SiteError } from "@/domain/site-error";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import type { SequenceContext } from "./context";
import type { NumbersState } from "./record-numbers";
import type { Position } from "./statements/sequences";

/** More than this is not made up for: about two weeks of the busiest site, of which only the last days could be news. */
export const mostBehind = 200_000;
/** So far back a first read may look for where the watch began: about an hour. */
const mostBefore = 512;
/** Some numbers are never shown, so one that stands is looked for among so many. */
const neighbours = 5;

/**
 * Where the reading of a site begins: at its newest number, or a little before it, as far as the first watch is older than
 * what stands there. What was written before nobody watched for.
 */
export async function beginningOf(
  context: SequenceContext,
  tip: number,
  watchedSince: Date,
): Promise<number> {
  let back = 1;
  for (; back < mostBefore && back < tip; back *= 2) {
    const at = await timeAt(context, tip - back);
    if (at !== null && at < watchedSince) break;
  }
  return Math.max(0, tip - back);
}

/** When something was written at a number or right behind it; null where nothing is shown there. */
async function timeAt(context: SequenceContext, number: number): Promise<Date | null> {
  for (let at = number; at < number + neighbours; at += 1) {
    if (!(await context.budget.take("sequence"))) return null;
    const { found, rate } = await context.site.fetchNumber(at, context.signal);
    await context.budget.heard(rate);
    if (typeof found === "object") return found.createdAt;
  }
  return null;
}

/**
 * Passes over what is too much to be read, and writes it down as a gap; answers where the reading goes on. A newest number
 * behind which nothing stands is not believed: the position never comes back from it.
 */
export async function gapBefore(
  context: SequenceContext,
  state: NumbersState,
  position: Position,
  tip: number,
): Promise<number> {
  const reached = tip - mostBehind;
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
    sequence: { site: site.id, reached, tip: position.tip, settled: [], needed: [] },
  });
  state.tally.gaps += recorded.gaps;
  return reached;
}
