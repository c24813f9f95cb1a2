import { quietThreadDays } from "@/domain/threads";
import { SiteError } from "@/domain/site-error";
import { pool, prisma } from "@/server/platform/database";
import { guarded, type RunContext } from "@/server/platform/run-context";
import type { ReadContext } from "@/server/reading/context";
import { endQuietThreads, listUncounted } from "./statements/threads";

const dayMs = 24 * 3_600_000;
/** A thread's replies are counted again at most this often, and only after new replies. */
const recountMs = 15 * 60_000;
/** Threads per site and run. */
const maxThreads = 5;

/** Ends the following of quiet threads, and compares active ones with their sites' counts. */
export async function tendThreads(context: RunContext, sites: readonly ReadContext[]): Promise<void> {
  await guarded(context, "quiet threads", async () => {
    const now = context.clock();
    await endQuietThreads(pool(), { now, before: new Date(now.getTime() - quietThreadDays * dayMs) });
  });
  await Promise.all(
    sites.map((site) => guarded(context, `threads of ${site.site.id}`, () => countThreads(site))),
  );
}

/** Requests the site's count of replies, within the budget of rechecks. */
async function countThreads({ site, budget, clock, deadline, signal }: ReadContext): Promise<void> {
  if (site.countsReplies !== true || !("fetchItem" in site)) return;
  const before = new Date(clock().getTime() - recountMs);
  const due = await listUncounted(pool(), { site: site.id, before }, maxThreads);
  try {
    for (const root of due) {
      if (clock() >= deadline || !(await budget.take("check"))) return;
      const { item, rate } = await site.fetchItem!(root, signal);
      await budget.recordRate(rate);
      // Null if the site doesn't show the thread: the last count stays.
      const total = item?.replies ?? undefined;
      await prisma().thread.updateMany({ where: { root }, data: { total, totalAt: clock() } });
    }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
  } finally {
    await budget.giveBack();
  }
}
