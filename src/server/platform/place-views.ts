import type { PlaceView } from "@/contract/place-questions";
import { partedPlace } from "@/domain/place";
import type { RegisteredSite } from "@/domain/site";
import { siteOf, sites } from "@/sites/registry";

/** The site that somebody names; null where there is none. */
export function knownSite(id: string): RegisteredSite | null {
  return Object.hasOwn(sites, id) ? siteOf(id) : null;
}

/** A place as answers have it. */
export function placeView(site: string, name: string): PlaceView {
  const { labelOf, urlOf } = siteOf(site);
  return { site, name, label: labelOf(name), url: urlOf(name) };
}

/** The same of places as a watch names them, in their order. */
export function placeViews(places: readonly string[]): PlaceView[] {
  return places.map((place) => {
    const { site, name } = partedPlace(place);
    return placeView(site, name);
  });
}
