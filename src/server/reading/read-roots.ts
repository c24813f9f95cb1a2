import type { Item } from "@/domain/item";
import { SiteError } from "@/domain/site-error";
import { pool } from "@/server/platform/database";
import { findRoots } from "@/server/recording/statements/threads";
import type { SequenceContext } from "./context";
import { withRoots } from "./with-roots";

/** Requests threads of older items if needed. `postponed`: replies to read again, left without a response. */
export async function readRoots(
  { site, budget, clock, deadline, signal }: SequenceContext,
  items: readonly Item[],
  isNeeded: boolean,
): Promise<{ items: Item[]; postponed: Set<string> }> {
  let isPostponed = false;
  const canRequest = async () => clock() < deadline && (await budget.take("sequence"));
  const findKnown = async (name: string) => (await findRoots(pool(), site.id, [name])).get(name) ?? null;
  const request = async (parent: string): Promise<string | null> => {
    if (!isNeeded || isPostponed) return null;
    try {
      return await site.findRoot(parent, { canRequest, findKnown }, signal);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      await budget.failed(error);
      // An unreadable item stays unreadable. Its replies have no known thread.
      isPostponed = error.kind !== "malformed";
      return null;
    }
  };
  const rooted = await withRoots(site.id, items, request);
  if (!isPostponed) return { items: rooted, postponed: new Set() };
  const isOpen = ({ root, parent }: Item) => root === undefined && parent !== undefined;
  const postponed = new Set(rooted.filter(isOpen).map(({ fullname }) => fullname));
  return { items: rooted.filter(({ fullname }) => !postponed.has(fullname)), postponed };
}
