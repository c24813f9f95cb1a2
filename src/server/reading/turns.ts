import { setTimeout as wait } from "node:timers/promises";
import { guarded } from "@/server/platform/run-context";
import type { ReadContext } from "./context";

/** One reading of a site; while a run goes on there are several. */
export interface Turn {
  /** The run's first also sees to what is asked for once a run, whatever the pace. */
  isFirst: boolean;
  /** Whether the site is to be read as often as its budget allows evenly. */
  isEven: boolean;
  /** How soon after this one began the next may begin, milliseconds: the site's own pace, which the reading may shorten. */
  nextMs: number;
}

/** The turns of all sites in one run. */
export interface Turns {
  /** How many sites are being read. */
  busy: number;
  /** Until then the run goes on. */
  endsMs: number;
  /** When each site that is read evenly is due, by its id: kept from one run of the app's own clock to the next. None: it is read at its own pace. */
  dueMs: Map<string, number> | null;
  /** Default: by the machine's clock. */
  sleep?: (ms: number) => Promise<void>;
}

/** How soon a site that waits for its turn notices that the run is over. */
const noticeMs = 200;

/** The least time from one turn of a site to the next. */
export function quickestMs({ site }: ReadContext, isEven: boolean): number {
  return isEven ? (site.soonestMs ?? site.readEveryMs) : site.readEveryMs;
}

/** Reads a site, and again at its own pace while the run goes on: for its time, or because another site is still busy. */
export async function inTurns(
  context: ReadContext,
  turns: Turns,
  read: (turn: Turn) => Promise<void>,
): Promise<void> {
  const { site } = context;
  const sleep = turns.sleep ?? wait;
  const nowMs = () => context.clock().getTime();
  const goesOn = () => context.clock() < context.deadline && (turns.busy > 0 || nowMs() < turns.endsMs);
  const waitUntil = async (ms: number) => {
    while (goesOn() && nowMs() < ms) await sleep(Math.min(noticeMs, ms - nowMs()));
  };
  const isEven = turns.dueMs !== null && site.soonestMs !== undefined;
  let dueMs = isEven ? (turns.dueMs?.get(site.id) ?? 0) : 0;
  // None is put off for longer: a clock has jumped.
  if (dueMs > nowMs() + site.readEveryMs) dueMs = 0;
  await waitUntil(dueMs);
  if (nowMs() < dueMs) return;
  const turn = { isFirst: true, isEven, nextMs: 0 };
  do {
    dueMs = nowMs();
    turn.nextMs = site.readEveryMs;
    turns.busy += 1;
    // Caught for each site: the others go on.
    await guarded(context, "site", () => read(turn));
    turns.busy -= 1;
    dueMs += turn.nextMs;
    if (isEven) turns.dueMs?.set(site.id, dueMs);
    await waitUntil(dueMs);
    turn.isFirst = false;
  } while (goesOn());
}
