import { createContext, useContext } from "react";
import { typedPlace, type ChosenPlace } from "@/contract/place-entry";
import { wireSite } from "@/contract/place";
import type { SiteView } from "@/contract/place-queries";
import { addressFieldTexts, placeFieldTexts } from "@/domain/reading/site-texts";

export const Sites = createContext<readonly SiteView[]>([]);

export function useSitesOn(): SiteView[] {
  return useContext(Sites).filter((site) => site.isOn);
}

export function usePlaceFieldTexts() {
  const on = useSitesOn();
  return on.length === 0 || on.some(({ id }) => id === wireSite) ? placeFieldTexts : addressFieldTexts;
}

export function allOf({ id, name }: SiteView): ChosenPlace {
  return id === wireSite ? typedPlace("all") : { site: id, name: "all", label: name };
}

export function defaultPlaces(on: readonly SiteView[]): ChosenPlace[] {
  const offering = on.filter((site) => site.hasAll);
  const own = offering.filter((site) => site.id === wireSite);
  return (own.length > 0 ? own : offering).map(allOf);
}

/** Whether "all" of each site is offered. If only the wire site has it, the place field is enough. */
export function isOffered(on: readonly SiteView[]): boolean {
  return on.some((site) => site.hasAll && site.id !== wireSite);
}
