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
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { learnTitlesOf } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { listHeldItems, type HeldItem } from "@/server/reading/statements/known-items";
import { bySite, placesOfDraft } from "./watch-places";

const exampleCount = 5;
/** Past this share of a fair number of items a watch is noise. */
const broadShare = 0.5;
const fairNumber = 20;
const hourMs = 3_600_000;
const atOnce = 1_000;

/** What a draft would have matched of the items whose text is held: counts, the mails it would mean, examples. */
export async function previewWatch(user: Account, draft: WatchDraft, now: Date): Promise<PreviewAnswer> {
  const tried = await Promise.all(
    bySite(placesOfDraft(draft)).map(async ({ site, names }) => {
      const known = names.map((name) => name.toLowerCase());
      const held = await listHeldItems(pool(), siteOf(site), known.includes("all") ? null : known, now);
      return { held, matched: await matchedBy(draft, names, held) };
    }),
  );
  const held = tried.flatMap((one) => one.held);
  const matched = tried.flatMap((one) => one.matched);
  const newestFirst = matched.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const examples = newestFirst.slice(0, exampleCount);
  await learnTitlesOf(examples);
  const oldestMs = held.reduce((least, item) => Math.min(least, item.createdAt.getTime()), now.getTime());
  return {
    preview: {
      items: held.length,
      hours: Math.ceil((now.getTime() - oldestMs) / hourMs),
      matched: matched.length,
      isBroad: held.length >= fairNumber && matched.length > held.length * broadShare,
      mails: {
        realtime: countRealtime(
          matched.map((item) => item.seenAt),
          planOf(user.subscriptionStatus).realtimeEveryMs,
        ),
        hourly: count(matched, (item) => nextSlot("hourly", item.seenAt, user.timeZone)),
        daily: count(matched, (item) => nextSlot("daily", item.seenAt, user.timeZone)),
      },
      examples: examples.map(exampleOf),
    },
  };
}

/** Of the items of one site: a place is told by its name alone. */
async function matchedBy(
  { keyword, filters }: WatchDraft,
  places: readonly string[],
  held: readonly HeldItem[],
): Promise<HeldItem[]> {
  const since = { watchId: "draft", revision: 0, activeSince: new Date(0) };
  const matcher = new Matcher([{ ...since, keyword, places, ...defaultFilters, ...filters }]);
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
  return { fullname, kind, site, place, createdAt, html: null, author: null, ...content };
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
