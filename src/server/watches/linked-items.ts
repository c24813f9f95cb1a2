import type { LinkedItem } from "@/domain/item";
import type { ListedSite } from "@/domain/site";
import { entryLinkTexts, itemLinkTexts } from "@/contract/link-texts";
import { storyOfLink } from "@/domain/story-link";
import { findLinked, findShareLink, linkAdvice, siteOf, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { learnTitles } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import { fetchListed, resolveShareLink, type Fetched } from "@/server/reading/fetch-linked";
import { sitesRead } from "@/server/reading/places";
import { connected } from "@/server/reading/site";
import { listHeldLinks } from "@/server/reading/statements/known-items";
import { listOwnPlaces } from "@/server/reading/statements/place-lookups";

/** Lists of the link's host that are asked for it, which may be blogs of many. */
const mostAsked = 3;

/** What a link leads to, and what its site said where it had to be asked for that. */
export type Linked = LinkedItem & { site: string; fetched: Fetched | null };

/**
 * What a link leads to: a post or comment by its address, else an entry of a list that the user watches. Any page may be such
 * an entry, so only what one of these lists showed or shows tells it. VALIDATION_ERROR for a link to nothing of the kind.
 */
export async function findLink(userId: string, pasted: string): Promise<Linked> {
  const url = await resolved(pasted);
  const linked = findLinked(url);
  const advice = linked === null ? linkAdvice(pasted) : null;
  if (advice !== null) throw wrong(advice);
  const named = linked && { ...linked, fetched: null };
  // What may be a forum by its address alone is one where the user watches it.
  if (named !== null && (await isOwn(userId, named))) return named;
  for (const { id } of sitesOn()) {
    const site = connected(id);
    const entry = site.reads === "lists" ? await findEntry(site, userId, url, named === null) : null;
    if (entry !== null) return entry;
  }
  if (named !== null) return named;
  throw wrong(itemLinkTexts(sitesRead()).wrong);
}

/** Resolves share links. Returns other URLs unchanged. */
async function resolved(url: string): Promise<string> {
  const share = findShareLink(url);
  return (share && (await resolveShareLink(share.site, share.link))) ?? url;
}

async function isOwn(userId: string, { site, place }: { site: string; place: string | null }) {
  if (siteOf(site).hostOf === undefined) return true;
  return place !== null && (await listOwnPlaces(pool(), userId, site)).includes(place);
}

/** Among what is held of the user's lists, then in those of the link's host as they stand; null or, if `mustBe`, why not. */
async function findEntry(
  site: ListedSite,
  userId: string,
  url: string,
  mustBe: boolean,
): Promise<Linked | null> {
  const story = storyOfLink(url);
  const places = story === null ? [] : await listOwnPlaces(pool(), userId, site.id);
  if (story === null || places.length === 0) return null;
  const host = hostOf(url);
  const held = await listHeldLinks(pool(), { site: site.id, places, host, now: new Date() });
  const found = held.find((entry) => storyOfLink(entry.url) === story);
  if (found !== undefined)
    return { site: site.id, fullname: found.fullname, place: found.place, fetched: null };
  const near = places.filter((place) => withoutWww(site.hostOf(place)) === host).slice(0, mostAsked);
  let unasked: string | null = null;
  for (const place of near) {
    const listed = await fetchListed(site, place);
    if (listed === null) unasked ??= place;
    const item = listed?.find((one) => storyOfLink(one.url) === story);
    if (item !== undefined)
      return { site: site.id, fullname: item.fullname, place, fetched: { outcome: "found", item } };
  }
  if (!mustBe) return null;
  if (unasked === null) throw wrong(entryLinkTexts.none(site.placeWord));
  await learnTitles([`${site.id}:${unasked}`]);
  throw wrong(entryLinkTexts.unasked(placeView(site.id, unasked).label));
}

function wrong(text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { url: [text] } });
}

/** In lower case; of what is an address of the web. */
function hostOf(url: string): string {
  return withoutWww(new URL(url).host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}
