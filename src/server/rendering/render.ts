import { unparsedText } from "@/domain/markdown/stored-text";
import { pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import type { ThreadPool } from "@/server/threads/pool";
import { isRefusal } from "@/server/threads/task-error";
import { threads as ownThreads } from "@/server/threads/threads";
import {
  claimRenders,
  type ClaimedRender,
  hasDueRenders,
  returnRenders,
  type RenderChoice,
  saveRenders,
  type StoredRender,
} from "@/server/rendering/statements/renders";

const claimedAtOnce = 50;
/** After this many attempts, the text is stored without rendering. */
const maxTries = 3;
/** Longer than a claimed batch takes if every task times out (ms). */
const waitMs = 300_000;

export interface RenderTally {
  rendered: number;
  failed: number;
  /** Stored as plain text after too many attempts. */
  given: number;
}

/** Safe to run in parallel and be killed: attempts are counted before they start. Throws without threads. */
export async function renderDue(
  choice: RenderChoice,
  now: () => Date,
  until: () => Date,
  threads: Pick<ThreadPool, "ready" | "run"> = ownThreads(),
): Promise<RenderTally> {
  const tally: RenderTally = { rendered: 0, failed: 0, given: 0 };
  while (now() < until()) {
    if (!(await hasDueRenders(pool(), choice, now()))) break;
    // Don't count an attempt if the threads can't be started.
    await threads.ready();
    const claimed = await claimRenders(pool(), choice, { max: claimedAtOnce, now: now(), waitMs });
    if (claimed.length === 0) break;
    const { done, rest } = await renderClaimed(claimed, () => now() >= until(), threads, tally);
    if (rest.length > 0) await returnRenders(rest, now());
    if (done.length > 0) await saveRenders(pool(), done);
    if (rest.length > 0) break;
  }
  return tally;
}

/** Stops at the deadline or when the threads refuse a task. `rest`: the items it didn't try. */
async function renderClaimed(
  claimed: readonly ClaimedRender[],
  isOver: () => boolean,
  threads: Pick<ThreadPool, "run">,
  tally: RenderTally,
): Promise<{ done: StoredRender[]; rest: readonly ClaimedRender[] }> {
  const done: StoredRender[] = [];
  for (const [at, item] of claimed.entries()) {
    if (isOver()) return { done, rest: claimed.slice(at) };
    const render = item.tries > maxTries ? givenUp(item, tally) : await rendered(item, threads, tally);
    if (render === "refused") return { done, rest: claimed.slice(at) };
    if (render !== null) done.push(render);
  }
  return { done, rest: [] };
}

async function rendered(
  { fullname, site, html, body, tries }: ClaimedRender,
  threads: Pick<ThreadPool, "run">,
  tally: RenderTally,
): Promise<StoredRender | "refused" | null> {
  try {
    const owner = { key: "rendering", isBackground: true };
    const render = await threads.run("render", { site, html, body }, owner);
    tally.rendered += 1;
    return { fullname, ...render };
  } catch (error) {
    if (isRefusal(error)) return "refused";
    tally.failed += 1;
    log().warn({ fullname, tries, error: loggedError(error) }, "an item could not be rendered");
    return null;
  }
}

function givenUp({ fullname, body, tries }: ClaimedRender, tally: RenderTally): StoredRender {
  tally.given += 1;
  log().error({ fullname, tries: tries - 1 }, "an item is shown as plain text");
  return { fullname, content: body, ...unparsedText(body) };
}
