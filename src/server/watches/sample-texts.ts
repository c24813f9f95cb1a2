import { listContentLength } from "@/contract/notification";
import type { SampleItem } from "@/contract/preview";
import { excerptLimit } from "@/domain/text/excerpt";
import { mentionSnippet } from "@/domain/text/mention-snippet";
import { seenText } from "@/domain/visible-text/visible-text";
import { resolveTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { pagesOfItems, type StoredText } from "@/server/reading/statements/stored-texts";
import { getItem } from "./matching/stored-item";

/** Returns the text around each keyword by fullname. Omits items without stored text or for adults. */
export async function sampleTexts(
  keywords: ReadonlyMap<string, string>,
  now: Date,
): Promise<Map<string, SampleItem>> {
  const found: StoredText[] = [];
  for await (const page of pagesOfItems([...keywords.keys()], now)) found.push(...page);
  await resolveTitles(found);
  const samples = new Map<string, SampleItem>();
  for (const stored of found) {
    const { fullname, site, place, createdAt, title, body, over18 } = getItem(stored);
    if (over18) continue;
    const { site: id, ...where } = placeView(site, place);
    const text = textAround(keywords.get(fullname)!, title, body);
    samples.set(fullname, { site: id, place: where, text, createdAt: createdAt.toISOString() });
  }
  return samples;
}

/** The title if it contains the keyword, otherwise the part of the text that does. */
function textAround(keyword: string, title: string, body: string): string {
  const wanted = { matched: [{ keyword, caseSensitive: false, wholeWordOnly: true }], searched: [] };
  const joined = (text: string) => {
    const { segments } = mentionSnippet(text, wanted, { left: listContentLength });
    const isMatch = segments.some(({ isHeard }) => isHeard);
    return { isMatch, text: segments.map((segment) => segment.text).join("") };
  };
  const inTitle = joined(title);
  if (inTitle.isMatch) return inTitle.text;
  const inBody = joined(seenText(body.slice(0, listContentLength)));
  return inBody.isMatch || title === "" ? inBody.text : title.slice(0, excerptLimit);
}
