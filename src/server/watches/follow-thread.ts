import type { WatchView } from "@/contract/watch";
import { expressionLimits } from "@/domain/query/expression";
import { maxThreadTitle, threadExpression } from "./followed-threads";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { learnTitles } from "@/server/places/place-titles";
import { fetchLinked } from "@/server/reading/fetch-linked";
import { isOn, getSite } from "@/sites/registry";
import { checkAddresses, checkPlaceLimits } from "./address-limits";
import { findThread } from "./find-thread";
import { newWatch } from "./new-watch";
import {
  findNotifiedItem,
  findThreadWatch,
  type NewThread,
  type NotifiedItem,
  saveThread,
} from "./statements/threads";
import { insertWatches, findWatch, updateWatchRow, type NewWatch } from "./statements/watches";
import { checkThreadLimit } from "./thread-limit";
import { readSites } from "./watch-places";
import { identified, readDraft } from "./watch-search";
import { watchView } from "./watch-view";
import { lockOwner } from "./watches";

/**
 * Following a thread again resumes it; repeating the call changes nothing. Throws NOT_FOUND, NOT_SUPPORTED
 * if the site has no threads or doesn't show this one, LIMIT_REACHED, and UPSTREAM_UNAVAILABLE or the site's
 * rate limit error if the thread must be looked up.
 */
export async function followThread(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<{ watch: WatchView }> {
  const item = await findNotifiedItem(pool(), user.id, getId(id));
  if (item === null) throw new AppError("NOT_FOUND");
  const place = placeFor(item);
  const root = await findThread(item);
  const known = await findThreadWatch(user.id, root);
  const thread = known === null ? await describe(item, { root, place }) : null;
  const watchId = await transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const stored = await findThreadWatch(owner.id, root);
    if (stored !== null) return resume(owner, stored);
    if (thread === null) throw new AppError("NOT_FOUND");
    await checkThreadLimit(owner);
    const watch = newThreadWatch(owner.id, thread, now);
    const named = { id: watch.id, before: [], after: watch.places };
    await checkAddresses(tx, owner, named);
    await checkPlaceLimits(tx, named);
    await saveThread(thread, now);
    await insertWatches(tx, [watch]);
    return watch.id;

    async function resume(by: Account, watchId: string): Promise<string> {
      const before = await findWatch(tx, by.id, watchId);
      if (before === null) throw new AppError("NOT_FOUND");
      if (before.isActive) return watchId;
      await checkThreadLimit(by);
      const change = { isActive: true, endedAt: null, activeSince: now, revision: before.revision + 1 };
      await updateWatchRow(before, identified({ ...before, ...change, updatedAt: now }));
      return watchId;
    }
  });
  const watch = await findWatch(pool(), user.id, watchId);
  if (watch === null) throw new AppError("NOT_FOUND");
  await learnTitles(watch.places);
  return { watch: watchView(watch) };
}

function placeFor(item: NotifiedItem): string {
  const site = getSite(item.site);
  const place = site.getThreadPlace?.(item) ?? null;
  if (place === null)
    throw new AppError("NOT_SUPPORTED", `${site.title} has no threads here that could be followed`);
  if (!isOn(item.site)) throw new AppError("NOT_SUPPORTED", `${site.title} isn't enabled on this server`);
  if (item.blankedAt !== null) throw new AppError("NOT_SUPPORTED", "This post was deleted on its site");
  return place;
}

/** The root's title and count, from the site. Without a response, the title shown with the item. */
async function describe(
  item: NotifiedItem,
  { root, place }: { root: string; place: string },
): Promise<NewThread> {
  if (threadExpression(root).length > expressionLimits.length) throw new AppError("NOT_SUPPORTED");
  const found = (await fetchLinked(item.site, root))?.item ?? null;
  const shown = [found?.title, item.title].map((title) => title?.replace(/\s+/g, " ").trim() ?? "");
  const title = shown.find((one) => one !== "") ?? getSite(item.site).getLabel(item.place);
  const total = found?.kind === "post" ? (found.replies ?? null) : null;
  return { root, site: item.site, place, title: title.slice(0, maxThreadTitle).toWellFormed(), total };
}

function newThreadWatch(userId: string, { root, site, place, title }: NewThread, now: Date): NewWatch {
  const draft = {
    ...{ keyword: title, expression: threadExpression(root), isActive: true, tags: [], notes: "" },
    ...{ places: [{ site, name: place }], filters: { includePosts: false }, notificationSettings: {} },
  };
  const watch = newWatch(userId, readDraft(draft, readSites()), now);
  return { ...watch, ...identified({ ...watch, kind: "thread" as const, root }) };
}
