import { perProcess } from "@/adapters/per-process";
import { quietThreadDays } from "./followed-threads";
import { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { getFault, guarded, type RunContext } from "@/server/platform/run-context";
import type { ReadContext } from "@/server/reading/context";
import { endQuietThreads, listUncounted } from "./statements/threads";

const dayMs = 24 * 3_600_000;
/** A thread's replies are counted again at most this often, and only after new replies. */
const recountMs = 15 * 60_000;
/** Threads per site and run. */
const maxThreads = 5;
/** Threads whose last count failed, with the time (ms). They wait like counted ones, so others have a turn. */
const failedCounts = () => perProcess("earshotFailedCounts", () => new Map<string, number>());

/** Ends the following of quiet threads, and compares active ones with their sites' counts. */
export async function tendThreads(context: RunContext, sites: readonly ReadContext[]): Promise<void> {
  await guarded(context, "quiet threads", async () => {
    const now = context.clock();
    await endQuietThreads(pool(), { now, before: new Date(now.getTime() - quietThreadDays * dayMs) });
  });
  await Promise.all(
    sites.map((site) => guarded(context, `threads of ${site.site.id}`, () => countThreads(site, context))),
  );
}

/** Requests the site's count of replies, within the budget of rechecks. */
async function countThreads(context: ReadContext, run: RunContext): Promise<void> {
  const { site, budget, clock } = context;
  if (site.countsReplies !== true || !("fetchItem" in site)) return;
  const now = clock();
  const before = new Date(now.getTime() - recountMs);
  const failed = failedCounts();
  for (const [root, atMs] of failed) if (atMs < before.getTime() || atMs > now.getTime()) failed.delete(root);
  const due = await listUncounted(
    pool(),
    { site: site.id, before, now, except: [...failed.keys()] },
    maxThreads,
  );
  try {
    for (const root of due) {
      if (clock() >= context.deadline || !(await budget.take("check"))) return;
      try {
        await countThread(context, root);
      } catch (error) {
        failed.set(root, clock().getTime());
        if (!(error instanceof SiteError)) run.faults.push(getFault("a thread", error));
        else if (await concernsAll(context, error)) return;
      }
    }
  } finally {
    await budget.giveBack();
  }
}

async function countThread({ site, budget, clock, signal }: ReadContext, root: string): Promise<void> {
  if (!("fetchItem" in site)) return;
  const { item, rate } = await site.fetchItem!(root, signal);
  await budget.recordRate(rate);
  // Null if the site doesn't show the thread: the last count stays.
  const total = item?.replies ?? undefined;
  await prisma().thread.updateMany({ where: { root }, data: { total, totalAt: clock() } });
}

/** Records the error. True if the site would refuse the other threads, too. */
async function concernsAll({ budget }: ReadContext, error: SiteError): Promise<boolean> {
  await budget.failed(error);
  return ["rate-limited", "blocked", "unauthorized"].includes(error.kind) || error.reason === "aborted";
}
