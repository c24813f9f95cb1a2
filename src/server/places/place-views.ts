import type { PlaceView } from "@/contract/place-queries";
import { grouped } from "@/domain/grouped";
import { partedPlace } from "@/domain/reading/place";
import type { RegisteredSite } from "@/domain/reading/site";
import { getSite, sites } from "@/sites/registry";
import { getTitle, type PlaceTitle } from "./place-titles";
import { couldPassFor } from "./look-alike";

export function knownSite(id: string): RegisteredSite | null {
  return Object.hasOwn(sites, id) ? getSite(id) : null;
}

export function placeView(site: string, name: string): PlaceView {
  const shown = getTitle({ site, name });
  return {
    site,
    name: shown.address ?? name,
    label: labelOfPlace(site, name, shown),
    url: shown.home ?? getSite(site).getUrl(name),
  };
}

/** Cached by display data, because a page can have a thousand items of one place. */
const labels = new WeakMap<PlaceTitle, string>();

/** Adds the host to titles that could be mistaken for another site. */
function labelOfPlace(site: string, name: string, shown: PlaceTitle): string {
  const { getLabel, getHost } = getSite(site);
  const { title } = shown;
  if (title === null) return getLabel(name);
  const known = labels.get(shown);
  if (known !== undefined) return known;
  const host = getHost && bareHost(getHost(name));
  const isUnclear = host !== undefined && couldPassFor(title, host, knownTitles());
  const label = isUnclear ? `${title} (${host})` : title;
  labels.set(shown, label);
  return label;
}

function bareHost(host: string): string {
  return host.replace(/^www\./, "");
}

/** Adds the host to repeated labels, or the name if they have the same host. */
export function withDistinctLabels(places: readonly PlaceView[]): PlaceView[] {
  const hostOf = ({ site, name }: PlaceView) => {
    const { getHost, title } = getSite(site);
    return getHost === undefined ? title : bareHost(getHost(name));
  };
  const byLabel = grouped(places, ({ label }) => label.toLowerCase());
  return places.map((place) => {
    const others = byLabel.get(place.label.toLowerCase())!.filter((one) => one !== place);
    if (others.length === 0) return place;
    const hasSameHost = others.some((one) => hostOf(one) === hostOf(place));
    return { ...place, label: `${place.label} (${hasSameHost ? place.name : hostOf(place)})` };
  });
}

function knownTitles(): string[] {
  return Object.values(sites).flatMap((site) => (site.getHost === undefined ? [site.title] : []));
}

export function placeViews(places: readonly string[]): PlaceView[] {
  return places.map((place) => {
    const { site, name } = partedPlace(place);
    return placeView(site, name);
  });
}

/** Adds the place's label and secret URL to an item for matching, if they are known. */
export function labelled<I extends { site: string; place: string }>(
  item: I,
): I & { placeLabel: string; placeAddress?: string } {
  const shown = getTitle({ site: item.site, name: item.place });
  const placeLabel = labelOfPlace(item.site, item.place, shown);
  return { ...item, ...(shown.address !== null && { placeAddress: shown.address }), placeLabel };
}

/** Like `labelled` without the label, for stored items that have one. */
export function addressed<I extends { site: string; place: string }>(item: I): I & { placeAddress?: string } {
  const { address } = getTitle({ site: item.site, name: item.place });
  return address === null ? item : { ...item, placeAddress: address };
}
