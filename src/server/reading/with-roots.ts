import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { findRoots } from "@/server/recording/statements/threads";

/**
 * Returns the items with the threads of replies that only name the item above them. That item is among these
 * or was recorded earlier. `onUnknown` returns the thread of any other for a reply, or null if it can't be found.
 */
export async function withRoots(
  site: string,
  items: readonly Item[],
  onUnknown: (parent: string, reply: Item) => Promise<string | null> = async () => null,
): Promise<Item[]> {
  const isOpen = ({ root, parent }: Item) => root === undefined && parent !== undefined;
  if (!items.some(isOpen)) return [...items];
  const parents = new Set(items.flatMap(({ parent }) => parent ?? []));
  const roots = await findRoots(pool(), site, [...parents]);
  const byKey = new Map(items.flatMap((item) => namesOf(item).map((name) => [name, item] as const)));
  for (const item of items) {
    if (!isOpen(item)) continue;
    const { path, end } = walkUp(item, byKey, roots);
    const root = end === null ? null : (roots.get(end) ?? (await onUnknown(end, item)));
    if (root !== null) for (const name of path) roots.set(name, root);
  }
  return items.map((item) => {
    const root = isOpen(item) ? roots.get(item.parent!) : undefined;
    return root === undefined ? item : { ...item, root };
  });
}

function namesOf({ fullname, replyKey }: Item): string[] {
  return replyKey === undefined ? [fullname] : [fullname, replyKey];
}

/**
 * Walks from a reply to the first name with a known thread, or without an item. `end` is that name, `path` the
 * names on the way. A post among the items is its own thread. Replies that name each other have none.
 */
function walkUp(
  item: Item,
  byKey: ReadonlyMap<string, Item>,
  roots: Map<string, string>,
): { path: string[]; end: string | null } {
  const path: string[] = [];
  let name = item.parent!;
  for (;;) {
    if (path.includes(name)) return { path, end: null };
    path.push(name);
    const above = roots.has(name) ? undefined : byKey.get(name);
    if (above === undefined) return { path, end: name };
    const own = above.root ?? (above.kind === "post" ? above.fullname : undefined);
    if (own !== undefined) roots.set(name, own);
    if (own !== undefined || above.parent === undefined) return { path, end: name };
    name = above.parent;
  }
}
