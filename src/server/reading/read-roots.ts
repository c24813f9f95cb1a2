import type { Item } from "@/domain/reading/item";
import { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { findRoots } from "@/server/recording/statements/threads";
import type { SequenceContext } from "./context";
import { isOneNumbers, type Responded } from "./read-numbers";
import { withRoots } from "./with-roots";

/** Tries within about ten minutes. Replies to an item that can't be read until then have no known thread. */
const maxTries = 6;

/**
 * Requests threads of older items if needed. `postponed`: replies to read again, because the item above them
 * couldn't be read ("failed", up to `maxTries`) or wasn't requested. `triesOf`: their earlier failures.
 */
export async function readRoots(
  context: SequenceContext,
  items: readonly Item[],
  { isNeeded, triesOf }: { isNeeded: boolean; triesOf: (fullname: string) => number },
): Promise<{ items: Item[]; postponed: Map<string, Responded["found"]> }> {
  const { site, budget, signal } = context;
  const postponed = new Map<string, Responded["found"]>();
  const failed = new Set<string>();
  let isOver = false;
  const canRequest = async () => context.clock() < context.deadline && (await budget.take("sequence"));
  const findKnown = async (name: string) => (await findRoots(pool(), site.id, [name])).get(name) ?? null;
  const request = async (parent: string): Promise<string | null> => {
    if (isOver || failed.has(parent)) return null;
    try {
      return await site.findRoot(parent, { canRequest, findKnown }, signal);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      await budget.failed(error);
      if (error.reason === "spent" || !isOneNumbers(error)) isOver = true;
      // An unreadable item stays unreadable. Its replies have no known thread.
      else if (error.kind !== "malformed") failed.add(parent);
      return null;
    }
  };
  const rooted = await withRoots(site.id, items, async (parent, { fullname }) => {
    const root = isNeeded ? await request(parent) : null;
    if (isOver) postponed.set(fullname, "unasked");
    else if (failed.has(parent) && triesOf(fullname) < maxTries) postponed.set(fullname, "failed");
    return root;
  });
  return { items: rooted.filter(({ fullname }) => !postponed.has(fullname)), postponed };
}
