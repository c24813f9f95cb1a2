import { createContext, useContext } from "react";
import { typedPlace, type ChosenPlace } from "@/contract/place-entry";
import { wireSite } from "@/contract/place";
import type { SiteView } from "@/contract/place-queries";
import { addressFieldTexts, placeFieldTexts } from "@/domain/site-texts";

/** The sites as the screen was given them. */
export const Sites = createContext<readonly SiteView[]>([]);

/** Those that are read here. */
export function useSitesOn(): SiteView[] {
  return useContext(Sites).filter((site) => site.isOn);
}

/** What the field of places says of itself. */
export function usePlaceFieldTexts() {
  const on = useSitesOn();
  return on.length === 0 || on.some(({ id }) => id === wireSite) ? placeFieldTexts : addressFieldTexts;
}

/** Everything that is written on a site. */
export function allOf({ id, name }: SiteView): ChosenPlace {
  return id === wireSite ? typedPlace("all") : { site: id, name: "all", label: name };
}

/** Where a new watch listens unless told otherwise. */
export function defaultPlaces(on: readonly SiteView[]): ChosenPlace[] {
  const offering = on.filter((site) => site.hasAll);
  const own = offering.filter((site) => site.id === wireSite);
  return (own.length > 0 ? own : offering).map(allOf);
}

/** Whether 'all' of each site is offered by itself: the field of places alone is enough for the one that it names. */
export function isOffered(on: readonly SiteView[]): boolean {
  return on.some((site) => site.hasAll && site.id !== wireSite);
}
