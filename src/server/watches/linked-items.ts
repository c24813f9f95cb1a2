import type { LinkedItem } from "@/domain/reading/item";
import type { ListedSite } from "@/domain/reading/site";
import { entryLinkTexts, itemLinkTexts } from "@/contract/link-texts";
import { storyOfLink } from "@/domain/reading/story-link";
import { findLinked, findShareLink, linkAdvice, getSite, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { fieldError } from "@/server/platform/errors";
import { learnTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { fetchFiled, fetchListed, resolveShareLink, type Fetched } from "@/server/reading/fetch-linked";
import { sitesRead } from "@/server/reading/places";
import { connected } from "@/server/reading/site";
import { findKnown, listCachedLinks } from "@/server/reading/statements/known-items";
import { listOwnPlaces } from "@/server/reading/statements/place-lookups";

/** Maximum lists fetched per link. A host can have many blogs. */
const maxRequested = 3;

export type Linked = LinkedItem & { site: string; fetched: Fetched | null };

/** Finds a post, comment or watched list's entry. Throws VALIDATION_ERROR if there is no such item. */
export async function findLink(userId: string, pasted: string): Promise<Linked> {
  const url = await resolved(pasted);
  const linked = findLinked(url);
  const advice = linked === null ? linkAdvice(pasted) : null;
  if (advice !== null) throw fieldError("url", advice);
  const named = linked && { ...(await inOwnPlace(userId, linked)), fetched: null };
  // A URL that looks like a forum's only counts as one if the user watches that forum.
  if (named !== null && (await isOwn(userId, named))) return named;
  for (const { id } of sitesOn()) {
    const site = connected(id);
    const entry = site.reads === "lists" ? await findEntry(site, userId, url, named === null) : null;
    if (entry !== null) return entry;
    const item = site.reads === "files" ? await fetchFiled(site, url) : null;
    if (item !== null) {
      const { fullname, place } = item;
      return { site: id, fullname, place, fetched: { outcome: "found", item } };
    }
  }
  if (named !== null) return named;
  throw fieldError("url", itemLinkTexts(sitesRead()).wrong);
}

async function resolved(url: string): Promise<string> {
  const share = findShareLink(url);
  return (share && (await resolveShareLink(share.site, share.link))) ?? url;
}

/** The item in the user's own place, if places share items and the user doesn't watch the one in the URL. */
async function inOwnPlace<L extends LinkedItem & { site: string }>(userId: string, linked: L): Promise<L> {
  const { inPlace } = getSite(linked.site);
  if (inPlace === undefined) return linked;
  const own = await listOwnPlaces(pool(), userId, linked.site);
  if (linked.place !== null && own.includes(linked.place)) return linked;
  const found = own.flatMap((place) => {
    const fullname = inPlace(linked.fullname, place);
    return fullname === null ? [] : [{ fullname, place }];
  });
  const known = await findKnown(
    pool(),
    found.map(({ fullname }) => fullname),
  );
  const [first] = found.toSorted((a, b) => Number(known.has(b.fullname)) - Number(known.has(a.fullname)));
  return first === undefined ? linked : { ...linked, ...first };
}

async function isOwn(userId: string, { site, place }: { site: string; place: string | null }) {
  if (getSite(site).getHost === undefined) return true;
  return place !== null && (await listOwnPlaces(pool(), userId, site)).includes(place);
}

/** Searches stored entries, then fetches the host's lists. Returns null, or throws if `mustBe`. */
async function findEntry(
  site: ListedSite,
  userId: string,
  url: string,
  mustBe: boolean,
): Promise<Linked | null> {
  const story = storyOfLink(url);
  const places = story === null ? [] : await listOwnPlaces(pool(), userId, site.id);
  if (story === null || places.length === 0) return null;
  const host = getHost(url);
  const stored = await listCachedLinks(pool(), { site: site.id, places, host, now: new Date() });
  const found = stored.find((entry) => storyOfLink(entry.url) === story);
  if (found !== undefined)
    return { site: site.id, fullname: found.fullname, place: found.place, fetched: null };
  const near = places.filter((place) => withoutWww(site.getHost(place)) === host).slice(0, maxRequested);
  let unasked: string | null = null;
  for (const place of near) {
    const listed = await fetchListed(site, place);
    if (listed === null) unasked ??= place;
    const item = listed?.find((one) => storyOfLink(one.url) === story);
    if (item !== undefined)
      return { site: site.id, fullname: item.fullname, place, fetched: { outcome: "found", item } };
  }
  if (!mustBe) return null;
  if (unasked === null) throw fieldError("url", entryLinkTexts.none(site.placeWord));
  await learnTitles([`${site.id}:${unasked}`]);
  throw fieldError("url", entryLinkTexts.unasked(placeView(site.id, unasked).label));
}

/** Returns the host in lower case. The URL must be valid. */
function getHost(url: string): string {
  return withoutWww(new URL(url).host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}
