import { setImmediate as breathe } from "node:timers/promises";
import type { NotRelevantAnswer } from "@/contract/notification";
import { wroteAs } from "@/contract/place";
import type { Item } from "@/domain/item";
import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";
import {
  bestExclusions,
  type Exclusion,
  exclusionsOf,
  isLeftOut,
  type Hidden,
  withExclusion,
} from "@/domain/query/exclusions";
import { matchesExpression } from "@/domain/query/evaluate";
import { printed } from "@/domain/query/printer";
import { planOf } from "@/domain/plans";
import { pool, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { idOf } from "@/server/platform/id";
import { learnTitles } from "@/server/platform/place-titles";
import { labelled, placeView } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { type HeardItem, listHeardItems } from "@/server/notifications/statements/groups";
import { listNewestHeld } from "@/server/reading/statements/known-items";
import { findWatch, type WatchRow } from "./statements/watches";
import { isWatchable } from "./watch-expressions";

/** So many of a watch's newest notifications are counted, and so many of what was read lately. */
export const countedNewest = 1_000;
const sampled = 500;
/** Words in more than this share of what is read, of a fair number, are said of anything. */
const saidOfAnything = 0.1;
const fairNumber = 20;
const atOnce = 250;

type Counted = Exclusion & Hidden;

/**
 * What the watch of a notification could leave out so as not to hear others like it, at most three, each with what of its
 * notifications it would have hidden. Nothing is kept of it. NOT_FOUND, PRO_REQUIRED.
 */
export async function suggestExclusions(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<NotRelevantAnswer> {
  const asked = await prisma().notification.findFirst({
    where: { id: idOf(id), userId: user.id, deletedAt: null },
  });
  if (asked === null) throw new AppError("NOT_FOUND");
  if (!planOf(user.subscriptionStatus).hasFilters) throw new AppError("PRO_REQUIRED");
  const watch = await findWatch(pool(), user.id, asked.watchId);
  if (watch === null) return { expression: null, suggestions: [] };
  const heard = await listHeardItems(pool(), user, { ...asked, most: countedNewest });
  const own = heard.find(({ fullname }) => fullname === asked.fullname);
  const { expression } = watch;
  if (own === undefined) return { expression, suggestions: [] };
  await learnTitles([...watch.places, `${own.site}:${own.place}`]);
  const offered = exclusionsOf(itemOf(own, watch), watch);
  const stillHeard = heard.filter((item) => !isLeftOut(itemOf(item, watch), watch));
  const counted = await countHidden(watch, offered, stillHeard);
  const telling = await withoutCommon(watch, counted, own.site, now);
  const possible = telling.flatMap((one) => {
    const next = withExclusion(watch, one);
    return next !== null && isWatchable({ ...watch, expression: next }) ? [{ ...one, next }] : [];
  });
  const suggestions = bestExclusions(possible, own.isOpened).map((one) => ({
    ...{ kind: one.kind, text: textOf(one, own), expression: one.next },
    ...{ hides: one.hides, of: one.of, openedAmongHidden: one.openedAmongHidden },
  }));
  return { expression, suggestions };
}

/** Each with what of these it hides: words as the watch's own matcher finds them. */
async function countHidden(
  watch: WatchRow,
  exclusions: readonly Exclusion[],
  heard: readonly HeardItem[],
): Promise<Counted[]> {
  const counted = exclusions.map((one) => ({ ...one, hides: 0, of: heard.length, openedAmongHidden: 0 }));
  await meet(watch, exclusions, heard, ({ isOpened }, at) => {
    counted[at]!.hides++;
    if (isOpened) counted[at]!.openedAmongHidden++;
  });
  return counted;
}

/** Without words that are said of anything on a site, as far as enough of it was read lately. */
async function withoutCommon(watch: WatchRow, counted: readonly Counted[], site: string, now: Date) {
  const words = counted.filter(({ kind, hides }) => kind === "words" && hides > 1);
  const held = await listNewestHeld(pool(), site, sampled, now);
  if (held.length < fairNumber) return counted;
  const met = words.map(() => 0);
  const sample = held.map(({ content, ...item }) => ({ ...item, ...content }));
  await meet({ ...watch, matchTitlesOnly: false }, words, sample, (_item, at) => void met[at]!++);
  const common = new Set(words.filter((_word, at) => met[at]! > held.length * saidOfAnything));
  return counted.filter((one) => !common.has(one));
}

type Countable = Omit<Item, "html">;

/** Tells of each exclusion, by its number, the items that have it: all words in one go through a text. */
async function meet<I extends Countable>(
  watch: WatchRow,
  exclusions: readonly Exclusion[],
  items: readonly I[],
  tell: (item: I, at: number) => void,
): Promise<void> {
  const matcher = new Matcher(
    exclusions.flatMap((one, at) => (one.kind === "words" ? [ruleOf(watch, one, at)] : [])),
  );
  const others = exclusions.flatMap(({ kind, leaf }, at) => (kind === "words" ? [] : [{ leaf, at }]));
  for (const [nth, item] of items.entries()) {
    const asked = itemOf(item, watch);
    for (const { watchId } of matcher.match(asked)) tell(item, Number(watchId));
    for (const { leaf, at } of others) if (matchesExpression(leaf, asked)) tell(item, at);
    // A thousand long texts take a while; other calls go on in between.
    if (nth % atOnce === atOnce - 1) await breathe();
  }
}

function ruleOf(watch: WatchRow, { leaf }: Exclusion, at: number): MatchRule {
  const { keyword, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch;
  const how = { matchTitlesOnly, caseSensitive, wholeWordOnly, includePosts: true, includeComments: true };
  const expression = printed(leaf);
  return {
    ...how,
    watchId: `${at}`,
    revision: 0,
    activeSince: new Date(0),
    keyword,
    expression,
    places: ["all"],
  };
}

/**
 * An item as it was matched. That a title is only how its text begins isn't kept with notifications: it is seen, and where titles
 * are all that counts it can't be.
 */
function itemOf(item: Countable, { matchTitlesOnly }: Pick<WatchRow, "matchTitlesOnly">): Item {
  const isUntitled =
    !matchTitlesOnly && item.body.startsWith(item.title.replace(/\s*(?:\u2026|\.\.\.)$/, ""));
  return { ...labelled(item), html: null, ...(isUntitled && { isUntitled }) };
}

/** What an exclusion leaves out, as people write it there. */
function textOf({ kind, leaf }: Exclusion, { site, place, author }: HeardItem): string {
  if (kind === "words") return leaf.term.text;
  return kind === "author" ? wroteAs(site, author ?? "") : placeView(site, place).label;
}
