import { setImmediate as breathe } from "node:timers/promises";
import { listContentLength } from "@/contract/notification";
import { placesOf, wireSite } from "@/contract/place";
import { itemView, type ExampleItem, type PreviewAnswer } from "@/contract/preview";
import { defaultFilters, type WatchDraft } from "@/contract/watch";
import { nextSlot } from "@/domain/digest-schedule";
import type { Item } from "@/domain/item";
import { Matcher } from "@/domain/matching/matcher";
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import type { Account } from "@/server/accounts/statements/accounts";
import { listHeldItems, type HeldItem } from "@/server/reading/statements/known-items";

const exampleCount = 5;
/** Past this share of a fair number of items a watch is noise. */
const broadShare = 0.5;
const fairNumber = 20;
const hourMs = 3_600_000;
const atOnce = 1_000;

/** What a draft would have matched of the items whose text is held: counts, the mails it would mean, examples. */
export async function previewWatch(user: Account, draft: WatchDraft, now: Date): Promise<PreviewAnswer> {
  const names = placesOf(draft).map((name) => name.toLowerCase());
  const held = await listHeldItems(pool(), siteOf(wireSite), names.includes("all") ? null : names, now);
  const matched = await matchedBy(draft, held);
  const newestFirst = matched.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const oldestMs = held.reduce((least, item) => Math.min(least, item.createdAt.getTime()), now.getTime());
  return {
    preview: {
      items: held.length,
      hours: Math.ceil((now.getTime() - oldestMs) / hourMs),
      matched: matched.length,
      isBroad: held.length >= fairNumber && matched.length > held.length * broadShare,
      mails: {
        // A poll records what it found at one moment, and one message tells all of it.
        realtime: count(matched, (item) => item.seenAt),
        hourly: count(matched, (item) => nextSlot("hourly", item.seenAt, user.timeZone)),
        daily: count(matched, (item) => nextSlot("daily", item.seenAt, user.timeZone)),
      },
      examples: newestFirst.slice(0, exampleCount).map(exampleOf),
    },
  };
}

async function matchedBy(draft: WatchDraft, held: readonly HeldItem[]): Promise<HeldItem[]> {
  const { keyword, filters } = draft;
  const places = placesOf(draft);
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

function exampleOf({ kind, place, createdAt, content }: HeldItem): ExampleItem {
  const { title, body, url, over18 } = content;
  const shown = body.slice(0, listContentLength);
  return itemView(place, { title, content: shown, url, kind, createdAt: createdAt.toISOString(), over18 });
}
