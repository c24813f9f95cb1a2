import { setTimeout as sleep } from "node:timers/promises";
import { wireSite } from "@/contract/place";
import {
  getSearchResponse,
  type PlaceSearchQuery,
  type PlaceSearchResponse,
  type PlacesQuery,
  type PlacesResponse,
  type PlaceView,
} from "@/contract/place-queries";
import type { Site, SiteFacts } from "@/domain/reading/site";
import type { PlaceResponses } from "@/domain/reading/site-requests";
import { getSite, isOn, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { knownSite, placeView } from "@/server/places/place-views";
import { readsLists, searchLists } from "./list-places";
import { retentionMs } from "./places";
import { connected } from "./site";
import { lookUpOnce } from "./site-lookups";
import { findSearch, saveSearch, searchParts } from "./statements/place-lookups";

const maxParts = 20;
/** When all sites are searched: results of each site, and the longest wait for one (ms). */
const maxOfSite = 3;
const searchMs = 1_500;

/** Names that start with the query. Empty if it can't be the start of a name. */
export async function searchNames({ q }: PlaceSearchQuery, now: Date): Promise<PlaceSearchResponse> {
  return getSearchResponse(isOn(wireSite) ? await search(getSite(wireSite), q, now) : []);
}

/** Names and labels on one site or, with 'all', on every site. Empty if the site is off. */
export async function searchPlaces(
  user: { id: string },
  { site: id, q }: PlacesQuery,
  now: Date,
): Promise<PlacesResponse> {
  if (id === "all") return { places: await searchSites(user, q, now) };
  const site = knownSite(id);
  if (site === null || !isOn(id)) return { places: [] };
  const { own, others } = await searchNamed(site, { user, q, now });
  const typed = q.toLowerCase();
  const isWhole = site.hasAll && ["all", site.title.toLowerCase()].some((name) => name.startsWith(typed));
  return { places: [...own, ...(isWhole && !readsLists(site) ? [placeView(id, "all")] : []), ...others] };
}

/** Leaves out sites that fail or take too long. Their results are stored for the next request. */
async function searchSites(user: { id: string }, q: string, now: Date): Promise<PlaceView[]> {
  const found = sitesOn().map(async (site) => {
    const search = searchNamed(site, { user, q, now }).catch(() => null);
    const { own, others } = (await Promise.race([search, sleep(searchMs, null)])) ?? { own: [], others: [] };
    return [...own, ...others].slice(0, maxOfSite);
  });
  return (await Promise.all(found)).flat();
}

/** `own`: places that the user watches. Only some sites list them first. */
async function searchNamed(
  site: SiteFacts,
  { user, q, now }: { user: { id: string }; q: string; now: Date },
): Promise<{ own: PlaceView[]; others: PlaceView[] }> {
  const own = readsLists(site) || hasNamedPlaces(site) ? await searchLists(site, user.id, q) : [];
  const names = readsLists(site) ? [] : await search(site, q, now);
  const others = names.filter((name) => !own.some((view) => isSame(view.name, name)));
  return { own, others: others.map((name) => placeView(site.id, name)) };
}

/** Whether the user's own places are suggested before the site's results. */
function hasNamedPlaces({ id }: SiteFacts): boolean {
  return connected(id).reads === "trackers";
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function search(site: SiteFacts, q: string, now: Date): Promise<string[]> {
  const beginning = site.strippedName(q).toLowerCase();
  if (site.hasParts !== undefined) return searchParts(pool(), site.id, beginning, maxParts);
  // Other sites that are read as a whole have no other places.
  if (site.readsWhole || !site.isNamePrefix(beginning)) return [];
  const searched = { site: site.id, beginning };
  return lookUpOnce(site.id, `search ${beginning}`, "anonymous", {
    stored: async () =>
      (await findSearch(searched, { since: new Date(now.getTime() - retentionMs), now })) ??
      (await named(connected(site.id)).searchCached?.(beginning))?.names ??
      null,
    request: async (requested, signal) => {
      const found = await named(requested).searchPlaces(beginning, signal);
      await saveSearch(searched, found.names, now);
      return { response: found.names, rate: found.rate };
    },
  });
}

function named(site: Site): PlaceResponses {
  const { checkPlace, searchPlaces, searchCached } = site as Partial<PlaceResponses>;
  if (!checkPlace || !searchPlaces) throw new RangeError(`${site.id} has no places to look up`);
  return { checkPlace, searchPlaces, searchCached };
}
