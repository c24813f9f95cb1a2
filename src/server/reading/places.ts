import { wireSite } from "@/contract/place";
import {
  type PlaceResponse,
  type PlaceExistsResponse,
  type PlaceQuery,
  type SitesResponse,
} from "@/contract/place-queries";
import { isAll } from "@/domain/reading/place";
import type { PlaceHealth, Site, SiteFacts } from "@/domain/reading/site";
import { placeReasons, unnamedSites } from "@/domain/reading/site-texts";
import { isOn, getSite, sites, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { knownSite, placeView } from "@/server/places/place-views";
import { cacheLookup, findPlace, searchParts } from "./statements/place-lookups";
import { explainList, readsLists } from "./list-places";
import { excessPlaceText } from "./place-limit";
import { connected } from "./site";
import { lookUpOnce, type LookupCaller } from "./site-lookups";
import { isUrl } from "@/domain/text/url";

/** How long a lookup result is used before the site is queried again (ms). */
export const retentionMs = 24 * 3_600_000;

export function listSites(): SitesResponse {
  const result = Object.values(sites).map(({ id, title, placeWord, hasAll }) => ({
    id,
    name: title,
    placeWord,
    hasAll,
    isOn: isOn(id),
  }));
  return { sites: result };
}

/** As in sentences. Sites with user-supplied addresses have no single name and are left out. */
export function sitesRead(): string[] {
  const named = sitesOn().filter(({ getHost }) => getHost === undefined);
  return named.length > 0 ? named.map(({ title, titleInText = title }) => titleInText) : [unnamedSites];
}

export function readsAddresses(): boolean {
  return sitesOn().some(({ getHost }) => getHost !== undefined);
}

/** Whether a place exists on the wire API's only site, by name. */
export async function validatePlace(
  name: string,
  caller: LookupCaller,
  now: Date,
): Promise<PlaceExistsResponse> {
  const isKnown = isOn(wireSite) || isAll(name);
  return { exists: isKnown && (await exists(getSite(wireSite), name, caller, now)) };
}

/** Resolves a name or address to a place, or explains why it can't be watched. */
export async function explainPlace({ site: id, name }: PlaceQuery, now: Date): Promise<PlaceResponse> {
  const site = id === undefined ? siteOfAddress(name) : knownSite(id);
  if (id === undefined || site?.getHost !== undefined) {
    const feed = feedOf(name);
    if (feed !== null) return explainAddress(feed, now, "lists");
  }
  if (id === undefined && site?.getHost !== undefined) {
    const address = await explainAddress(name, now);
    return address.exists ? address : ((await knownPart(name)) ?? address);
  }
  const unknown = { exists: false, site: site?.id ?? null, name, label: name, url: null };
  if (site === null) return { ...unknown, reason: placeReasons.noSite };
  if (!isOn(site.id)) return { ...unknown, reason: placeReasons.off(site.title) };
  const found = placeIn(site, name);
  if (found === null) return { ...unknown, reason: await toRefusal(site, site.strippedName(name), now) };
  if (readsLists(site)) return explainList(site, { address: found, isNamed: id !== undefined }, now);
  const place = isAll(found) ? "all" : found;
  const isFound = await exists(site, place, "lookup", now);
  const excess = isFound ? await excessPlaceText(pool(), site, [place]) : null;
  return {
    exists: isFound && excess === null,
    ...placeView(site.id, place),
    ...(!isFound && { reason: await toRefusal(site, place, now) }),
    ...(excess !== null && { reason: excess }),
    ...(isFound && excess === null && site.placeNote !== undefined && { note: site.placeNote }),
  };
}

async function toRefusal(site: SiteFacts, name: string, now: Date): Promise<string> {
  const place = { site: site.id, name: name.toLowerCase() };
  const period = { since: new Date(now.getTime() - retentionMs), now };
  const health = site.toRefusal === undefined ? null : await findPlace(place, period);
  return site.toRefusal?.(name, health) ?? placeReasons.none(site);
}

function feedOf(address: string): string | null {
  for (const site of Object.values(sites)) {
    const feed = site.feedOf?.(address) ?? null;
    if (feed !== null) return feed;
  }
  return null;
}

/** Queries an address to find out whether it is a forum or a feed. `reads` limits it to one of these. */
async function explainAddress(name: string, now: Date, reads?: Site["reads"]): Promise<PlaceResponse> {
  const addressed = Object.values(sites).filter(({ getHost }) => getHost !== undefined);
  const all = addressed.filter(({ id }) => reads === undefined || connected(id).reads === reads);
  const candidates = all.filter((site) => isOn(site.id) && placeIn(site, name) !== null);
  let result: PlaceResponse | null = null;
  for (const site of candidates) {
    result = await explainList(site, { address: placeIn(site, name)!, isNamed: false }, now);
    if (result.site !== null) break;
  }
  const reason = placeReasons.off(all.map(({ title }) => title).join(" and "));
  return result ?? { exists: false, site: null, name, label: name, url: null, reason };
}

/** The site that a name or address belongs to, even if the site refuses this name. */
function siteOfAddress(address: string): SiteFacts | null {
  const all = Object.values(sites);
  const refusing = ({ toRefusal, strippedName }: SiteFacts) =>
    toRefusal?.(strippedName(address), null) ?? null;
  return (
    all.find((site) => placeIn(site, address) !== null) ?? all.find((site) => refusing(site) !== null) ?? null
  );
}

/** The place for a name, an address or an item's link. Null if it can't be a place of the site. */
function placeIn(site: SiteFacts, typed: string): string | null {
  const name = site.itemOfLink(typed)?.place ?? site.strippedName(typed);
  if (site.isPlaceName(name)) return name;
  // If the whole site is one place, all its pages belong to that place.
  return site.readsWhole && getHost(typed) === getHost(site.getUrl("all")) ? "all" : null;
}

/** A part of a site that an address names, if its items have been seen. */
async function knownPart(address: string): Promise<PlaceResponse | null> {
  for (const site of sitesOn().filter(({ hasParts }) => hasParts !== undefined)) {
    const name = placeIn(site, address);
    if (name !== null && (await searchParts(pool(), site.id, name, 1))[0] === name)
      return { exists: true, ...placeView(site.id, name) };
  }
  return null;
}

function getHost(address: string): string | null {
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return isUrl(whole) ? new URL(whole).host.replace(/^www\./, "") : null;
}

/** Whether a watch can name it. Private and quarantined places exist; banned and malformed ones don't. */
async function exists(site: SiteFacts, name: string, caller: LookupCaller, now: Date): Promise<boolean> {
  if (isAll(name)) return site.hasAll;
  if (!site.isPlaceName(name)) return false;
  // Parts that can't be looked up are read as soon as they have items.
  if (site.hasParts !== undefined && !("checkPlace" in connected(site.id))) return true;
  const health = await checkPlace(site, name.toLowerCase(), caller, now);
  return site.hasParts === undefined ? isThere(health) : health === "ok";
}

function checkPlace({ id }: SiteFacts, name: string, caller: LookupCaller, now: Date): Promise<PlaceHealth> {
  return lookUpOnce(id, `check ${name}`, caller, {
    stored: () => findPlace({ site: id, name }, { since: new Date(now.getTime() - retentionMs), now }),
    request: async (requested, signal) => {
      const check = "checkPlace" in requested ? requested.checkPlace : undefined;
      if (check === undefined) throw new RangeError(`${id} has no places to check`);
      const { health, displayName, rate } = await check(name, signal);
      await cacheLookup({ site: id, name, health, displayName }, now);
      return { response: health, rate };
    },
  });
}

function isThere(health: PlaceHealth): boolean {
  return health !== "missing" && health !== "banned";
}
