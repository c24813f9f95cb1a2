import type { NotRelevantResponse } from "@/contract/not-relevant";
import { wroteAs } from "@/contract/place";
import type { Exclusion, Hidden } from "@/domain/query/exclusions";
import { getPlan } from "@/domain/plans/plans";
import { pool, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { learnTitles } from "@/server/places/place-titles";
import { labelled, placeView, placeViews } from "@/server/places/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import {
  listMatchedItems,
  type MatchedItem,
  listMatchedTexts,
} from "@/server/notifications/statements/matched-items";
import { listNewestStored } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import type { ExcludingWatch } from "./matching/exclude";
import { toBatches, type StoredContent } from "./matching/stored-item";
import { findWatch, type WatchRow } from "./statements/watches";
import { fairNumber, timedTasks } from "./stored-matches";

export const countedNewest = 1_000;
const sampled = 500;
/** Words in more than this share of at least `fairNumber` items are too common to suggest. */
const saidOfAnything = 0.1;
const pageSize = 100;

type Counted = Exclusion & Hidden;

/** Returns up to three terms, each with how many it would have hidden. Throws NOT_FOUND, PRO_REQUIRED. */
export async function suggestExclusions(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<NotRelevantResponse> {
  const notification = await prisma().notification.findFirst({
    where: { id: getId(id), userId: user.id, deletedAt: null },
  });
  if (notification === null) throw new AppError("NOT_FOUND");
  if (!getPlan(user.subscriptionStatus).hasFilters) throw new AppError("PRO_REQUIRED");
  const row = await findWatch(pool(), user.id, notification.watchId);
  // The search of a followed thread can't be changed.
  if (row === null || row.kind === "thread") return { expression: null, suggestions: [] };
  const matched = await listMatchedItems(pool(), user, { ...notification, max: countedNewest });
  const own = matched.find(({ fullname }) => fullname === notification.fullname);
  const { expression } = row;
  if (own === undefined) return { expression, suggestions: [] };
  await learnTitles([...row.places, `${own.site}:${own.place}`]);
  const watch = excludingWatch(row);
  const tasks = timedTasks(user);
  const [item] = await listMatchedTexts(pool(), [own.fullname]);
  const offered = (item && (await tasks.run("offerExclusions", { watch, item: labelled(item) }))) ?? [];
  const counted = await countHidden(tasks, { watch, exclusions: offered }, matched);
  const distinctive = await withoutCommon(tasks, { watch, counted }, own.site, now);
  const places = placeViews(row.places);
  const chosen = { watch, places, counted: distinctive, isOpened: own.isOpened };
  const suggestions = ((await tasks.run("chooseExclusions", chosen)) ?? []).map((one) => ({
    ...{ kind: one.kind, text: getText(one, own), expression: one.next },
    ...{ hides: one.hides, of: one.of, openedAmongHidden: one.openedAmongHidden },
  }));
  return { expression, suggestions };
}

function excludingWatch(row: WatchRow): ExcludingWatch {
  const { keyword, expression, places, matchTitlesOnly, caseSensitive, wholeWordOnly } = row;
  return { keyword, expression, places, matchTitlesOnly, caseSensitive, wholeWordOnly };
}

interface Excluding {
  watch: ExcludingWatch;
  exclusions: readonly Exclusion[];
}

async function countHidden(
  tasks: TimedTasks,
  { watch, exclusions }: Excluding,
  matched: readonly MatchedItem[],
): Promise<Counted[]> {
  const counted = exclusions.map((one) => ({ ...one, hides: 0, of: 0, openedAmongHidden: 0 }));
  const isOpened = new Map(matched.map((one) => [one.fullname, one.isOpened]));
  const fullnames = matched.map(({ fullname }) => fullname);
  for (let at = 0; at < fullnames.length; at += pageSize) {
    const page = await listMatchedTexts(pool(), fullnames.slice(at, at + pageSize));
    const isDone = await eachExcluded(tasks, { watch, exclusions }, page, (item, found) => {
      for (const one of counted) one.of += 1;
      for (const index of found) {
        counted[index]!.hides += 1;
        if (isOpened.get(item.fullname)) counted[index]!.openedAmongHidden += 1;
      }
    });
    if (!isDone) break;
  }
  return counted;
}

async function withoutCommon(
  tasks: TimedTasks,
  { watch, counted }: { watch: ExcludingWatch; counted: readonly Counted[] },
  site: string,
  now: Date,
): Promise<readonly Counted[]> {
  const words = counted.filter(({ kind, hides }) => kind === "words" && hides > 1);
  const sample = await listNewestStored(site, sampled, now);
  if (sample.length < fairNumber) return counted;
  const hits = words.map(() => 0);
  const anything = { ...watch, expression: null, matchTitlesOnly: false };
  await eachExcluded(tasks, { watch: anything, exclusions: words }, sample, (_item, found) => {
    for (const index of found) hits[index]! += 1;
  });
  const common = new Set(words.filter((_word, at) => hits[at]! > sample.length * saidOfAnything));
  return counted.filter((one) => !common.has(one));
}

/** Calls `onItem` with the indexes of matching exclusions. Returns false if time ran out. */
async function eachExcluded<Stored extends StoredContent>(
  tasks: TimedTasks,
  excluding: Excluding,
  items: readonly Stored[],
  onItem: (item: Stored, found: readonly number[]) => void,
): Promise<boolean> {
  for (const batch of toBatches(items)) {
    const found = await tasks.run("findExcluded", { ...excluding, items: batch.map(labelled) });
    if (found === null) return false;
    for (const [at, item] of batch.entries()) if (found[at] !== null) onItem(item, found[at]!);
  }
  return true;
}

function getText({ kind, leaf }: Exclusion, { site, place, author, authorName }: MatchedItem): string {
  if (kind === "words") return leaf.term.text;
  return kind === "author" ? wroteAs(site, authorName ?? author ?? "") : placeView(site, place).label;
}
