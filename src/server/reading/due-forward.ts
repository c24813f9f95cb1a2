import type { ForwardContext } from "./context";
import type { WatchedRead } from "./statements/reads";

/** Allows for runs that start slightly early. */
const turnShare = 0.75;

/** Returns the due places, oldest attempt first: if the budget is used up, the others are first next time. */
export function dueForward(
  { site, clock }: Pick<ForwardContext, "site" | "clock">,
  reads: ReadonlyMap<string, readonly WatchedRead[]>,
  positions: ReadonlyMap<string, { deepAfter: string | null }>,
): string[] {
  const nowMs = clock().getTime();
  const earliestMs = (place: string, name: "readAt" | "triedAt") =>
    Math.min(...reads.get(place)!.map((read) => read[name]?.getTime() ?? 0));
  const isUnfinished = (place: string) => (positions.get(place)?.deepAfter ?? null) !== null;
  const isPutOff = (place: string) =>
    reads.get(place)!.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() > nowMs);
  // By the last complete read, so interrupted reads continue in the next turn.
  const isDue = (place: string) =>
    isUnfinished(place) || nowMs - earliestMs(place, "readAt") >= site.readEveryMs * turnShare;
  return [...reads.keys()]
    .filter((place) => isDue(place) && !isPutOff(place))
    .sort((a, b) => earliestMs(a, "triedAt") - earliestMs(b, "triedAt"));
}
