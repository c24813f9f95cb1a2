import type { PlaceResponse, PlaceView } from "@/contract/place-queries";
import type { FoundList, ListedSite, Site, SiteFacts } from "@/domain/reading/site";
import { partedPlace } from "@/domain/reading/place";
import { NO_RATE } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import { hidePlaces } from "@/server/places/hidden-places";
import { noteTitle, learnTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { lookUpOnce } from "./site-lookups";
import { connected } from "./site";
import { cacheLookup, listOwnPlaces } from "./statements/place-lookups";

const maxFound = 20;

/** Whether the site's places are feeds or forums with URLs. */
export function readsLists({ id }: SiteFacts): boolean {
  return "findList" in connected(id);
}

/** Not cached, because it includes current content. `isNamed`: the user chose this site. */
export async function explainList(
  site: SiteFacts,
  { address, isNamed }: { address: string; isNamed: boolean },
  now: Date,
): Promise<PlaceResponse> {
  const found = await lookUpOnce<FoundList>(site.id, `find ${address}`, "lookup", {
    stored: () => Promise.resolve(null),
    request: async (requested, signal) => ({
      response: await listed(requested).findList(address, signal),
      rate: NO_RATE,
    }),
  });
  if ("reason" in found) {
    const ofSite = isNamed || found.isThere ? site.id : null;
    return { exists: false, site: ofSite, name: address, label: address, url: null, reason: found.reason };
  }
  const { title, items, newestAt } = found;
  const home = found.home !== null && site.strippedName(found.home) === found.place ? null : found.home;
  const [hidden] = await hidePlaces(pool(), [`${site.id}:${found.place}`], { now });
  const { name } = partedPlace(hidden!);
  await cacheLookup({ site: site.id, name, health: "ok", title, home }, now);
  noteTitle({ site: site.id, name }, { title, home, address: name === found.place ? null : found.place });
  const stored = { items, newestAt: newestAt?.toISOString() ?? null };
  return { exists: true, ...placeView(site.id, name), found: stored };
}

/** Searches the user's own and well-known places. Never returns other users' places. */
export async function searchLists(site: SiteFacts, userId: string, typed: string): Promise<PlaceView[]> {
  const own = await listOwnPlaces(pool(), userId, site.id);
  await learnTitles(own.map((name) => `${site.id}:${name}`));
  const ownViews = own
    .map((name) => placeView(site.id, name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const isOwn = (named: string) => ownViews.some(({ name }) => name === named);
  const known = Object.entries(site.wellKnown ?? {}).filter(([name]) => !isOwn(name));
  const views = [...ownViews, ...known.map(([name, label]) => ({ ...placeView(site.id, name), label }))];
  const wanted = typed.toLowerCase();
  return views
    .filter(({ name, label }) => name.includes(wanted) || label.toLowerCase().includes(wanted))
    .slice(0, maxFound);
}

function listed(site: Site): Pick<ListedSite, "findList"> {
  if (!("findList" in site) || site.findList === undefined) throw new RangeError(`${site.id} has no lists`);
  return { findList: site.findList };
}
