import { setImmediate as breathe } from "node:timers/promises";
import type { Item } from "@/domain/item";
import type { Matcher } from "@/domain/matching/matcher";
import { addressed } from "@/server/platform/place-views";
import type { HeldItem } from "@/server/reading/statements/known-items";

const atOnce = 1_000;
/** Of fewer items than this no share says anything. */
export const fairNumber = 20;
/** Past this share of what was read a watch or a word is too much. */
const muchShare = 0.05;

/** Names each of these items with each rule that it matches. */
export async function eachMatch(
  matcher: Matcher,
  held: readonly HeldItem[],
  tell: (item: HeldItem, watchId: string) => void,
): Promise<void> {
  for (let from = 0; from < held.length; from += atOnce) {
    for (const item of held.slice(from, from + atOnce)) {
      for (const { watchId } of matcher.match(itemOf(item))) tell(item, watchId);
    }
    // Twenty thousand texts take a while; other calls go on in between.
    await breathe();
  }
}

/** Whether so many are more than anybody means, of so many that stand for so many items. */
export function isMuch(matched: number, { held, items }: { held: number; items: number }): boolean {
  return held >= fairNumber && matched > items * muchShare;
}

export function itemOf({ fullname, kind, site, place, createdAt, content }: HeldItem): Item {
  return addressed({ fullname, kind, site, place, createdAt, html: null, ...content });
}
