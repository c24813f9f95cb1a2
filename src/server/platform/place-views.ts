import type { PlaceView } from "@/contract/place-questions";
import { partedPlace } from "@/domain/place";
import type { RegisteredSite } from "@/domain/site";
import { siteOf, sites } from "@/sites/registry";
import { titleOf } from "./place-titles";

/** The site that somebody names; null where there is none. */
export function knownSite(id: string): RegisteredSite | null {
  return Object.hasOwn(sites, id) ? siteOf(id) : null;
}

/** A place as answers have it, with its title where that was learned. */
export function placeView(site: string, name: string): PlaceView {
  const { title, home } = titleOf({ site, name });
  return { site, name, label: title ?? siteOf(site).labelOf(name), url: home ?? siteOf(site).urlOf(name) };
}

/** The same of places as a watch names them, in their order. */
export function placeViews(places: readonly string[]): PlaceView[] {
  return places.map((place) => {
    const { site, name } = partedPlace(place);
    return placeView(site, name);
  });
}

/** An item with what its site calls its place, as far as that was learned. */
export function labelled<I extends { site: string; place: string }>(item: I): I & { placeLabel: string } {
  return { ...item, placeLabel: placeView(item.site, item.place).label };
}
