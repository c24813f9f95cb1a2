import { setImmediate as breathe } from "node:timers/promises";
import { listContentLength } from "@/contract/notification";
import { inPlace } from "@/contract/place";
import { type ExampleItem, type PreviewAnswer } from "@/contract/preview";
import { defaultFilters, type WatchDraft } from "@/contract/watch";
import { nextSlot } from "@/domain/digest-schedule";
import type { Item } from "@/domain/item";
import { Matcher } from "@/domain/matching/matcher";
import { planOf } from "@/domain/plans";
import { countRealtime } from "@/domain/realtime";
import { sampleOf } from "@/domain/stream-sample";
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { learnTitlesOf } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { connected } from "@/server/reading/site";
import { listHeldItems, type HeldItem } from "@/server/reading/statements/known-items";
import { bySite, placesOfDraft } from "./watch-places";

const exampleCount = 5;
/** Past this share of a fair number of items a watch is noise. */
const broadShare = 0.5;
/** Past this share it is asked whether it is meant. */
const askedShare = 0.05;
const fairNumber = 20;
const hourMs = 3_600_000;
const atOnce = 1_000;

/** What a draft would have matched of the items of one site whose text is held, each of which stands for so many. */
interface Tried {
  held: HeldItem[];
  matched: HeldItem[];
  times: number;
}

/** What a draft would have matched of the items whose text is held: counts, the mails it would mean, examples. */
export async function previewWatch(user: Account, draft: WatchDraft, now: Date): Promise<PreviewAnswer> {
  const tried = await Promise.all(
    bySite(placesOfDraft(draft)).map(async ({ site, names }): Promise<Tried> => {
      const known = names.map((name) => name.toLowerCase());
      const held = await listHeldItems(pool(), siteOf(site), known.includes("all") ? null : known, now);
      const times = connected(site).reads === "stream" ? sampleOf : 1;
      return { held, matched: await matchedBy(draft, names, held), times };
    }),
  );
  const held = tried.flatMap((one) => one.held);
  const newestFirst = tried
    .flatMap((one) => one.matched)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const examples = newestFirst.slice(0, exampleCount);
  await learnTitlesOf(examples);
  const oldestMs = held.reduce((least, item) => Math.min(least, item.createdAt.getTime()), now.getTime());
  const hours = Math.ceil((now.getTime() - oldestMs) / hourMs);
  const items = sumOf(tried, (one) => one.held.length);
  const matched = sumOf(tried, (one) => one.matched.length);
  return {
    preview: {
      ...{ items, hours, matched },
      ...(tried.some(({ held, times }) => times > 1 && held.length > 0) && { isAbout: true as const }),
      isBroad: held.length >= fairNumber && matched > items * broadShare,
      share: items === 0 ? 0 : matched / items,
      asksFirst: held.length >= fairNumber && matched > items * askedShare,
      mails: mailsOf(tried, user, hours),
      examples: examples.map(exampleOf),
    },
  };
}

function sumOf(tried: readonly Tried[], count: (one: Tried) => number): number {
  return tried.reduce((sum, one) => sum + count(one) * one.times, 0);
}

/** How many mails it would have been, by rhythm. Of what a part is held of: one whenever there is one, if there are enough for that. */
function mailsOf(
  tried: readonly Tried[],
  { subscriptionStatus, ...schedule }: Account,
  hours: number,
): PreviewAnswer["preview"]["mails"] {
  const { realtimeEveryMs } = planOf(subscriptionStatus);
  const matched = tried.filter(({ times }) => times === 1).flatMap((one) => one.matched);
  const about = sumOf(tried, (one) => (one.times > 1 ? one.matched.length : 0));
  const atMost = (everyMs: number) => Math.min(about, Math.ceil((hours * hourMs) / everyMs));
  return {
    realtime: Math.max(
      countRealtime(
        matched.map((item) => item.seenAt),
        realtimeEveryMs,
      ),
      atMost(realtimeEveryMs),
    ),
    hourly: Math.max(
      count(matched, (item) => nextSlot("hourly", item.seenAt, schedule)),
      atMost(hourMs),
    ),
    daily: Math.max(
      count(matched, (item) => nextSlot("daily", item.seenAt, schedule)),
      atMost(24 * hourMs),
    ),
  };
}

/** Of the items of one site: a place is told by its name alone. */
async function matchedBy(
  { keyword, expression, filters }: WatchDraft,
  places: readonly string[],
  held: readonly HeldItem[],
): Promise<HeldItem[]> {
  const since = { watchId: "draft", revision: 0, activeSince: new Date(0) };
  const matcher = new Matcher([{ ...since, keyword, expression, places, ...defaultFilters, ...filters }]);
  const matched: HeldItem[] = [];
  for (let from = 0; from < held.length; from += atOnce) {
    const piece = held.slice(from, from + atOnce);
    matched.push(...piece.filter((item) => matcher.match(itemOf(item)).length > 0));
    // Twenty thousand texts take a while; other calls go on in between.
    await breathe();
  }
  return matched;
}

function itemOf({ fullname, kind, site, place, createdAt, content }: HeldItem): Item {
  return { fullname, kind, site, place, createdAt, html: null, ...content };
}

function count(items: readonly HeldItem[], momentOf: (item: HeldItem) => Date): number {
  return new Set(items.map((item) => momentOf(item).getTime())).size;
}

function exampleOf({ kind, site, place, createdAt, content }: HeldItem): ExampleItem {
  const { title, body, url, over18 } = content;
  const shown = body.slice(0, listContentLength);
  const where = inPlace(placeView(site, place));
  return { ...where, title, content: shown, url, kind, createdAt: createdAt.toISOString(), over18 };
}
