import type { Place } from "@/domain/place";
import type { PlaceView } from "./place-queries";

/*
 * The specification's words for places. They are on the wire and here; everything else says place, and gets at the
 * wire's fields through these.
 */

/** The site whose places the wire's fields name, by its id. */
export const wireSite = "reddit";

/** The field of a query, and the choice, by which lists are narrowed to one place of that site. */
export const placeField = "subreddit";

/** What was found, a post or a comment, of whatever carries one on the wire. */
export function itemOf<I>(wire: { readonly redditPost: I }): I {
  return wire.redditPost;
}

/** A place as the wire's own field has it: its name on that site, elsewhere its label. */
export function wireName({ site, name, label }: PlaceView): string {
  return site === wireSite ? name : label;
}

/** An item's place in its fields of the wire. */
export function inPlace({ site, ...place }: PlaceView) {
  return { site, place, [placeField]: wireName({ site, ...place }) } as const;
}

/** A watch's or a group's places in their fields of the wire; of a watch that site's alone have names there. */
export function watchPlaces(places: PlaceView[]) {
  const names = places.filter(({ site }) => site === wireSite).map(({ name }) => name);
  return { places, subreddits: names };
}
export function groupPlaces(places: PlaceView[]) {
  return { places, subreddits: places.map(wireName) };
}

/** What places are called together: by the wire's word where all are on its site. */
export function placesWordOf(places: readonly Place[]): string {
  return places.every(({ site }) => site === wireSite) ? "subreddits" : "places";
}

/** The names that the site of the wire's own words answered. */
export function namesFound(answer: { readonly subreddits: string[] }): string[] {
  return answer.subreddits;
}

/** What of a request for a watch says where it listens. */
export interface NamesPlaces {
  subreddits?: readonly string[] | undefined;
  places?: readonly Place[] | undefined;
}

/** The places that a request names and in which of its fields; undefined where it names none. */
export function namedPlaces({ subreddits: names, places }: NamesPlaces) {
  if (places !== undefined) return { field: "places", places } as const;
  if (names === undefined) return undefined;
  return { field: "subreddits", places: names.map((name) => ({ site: wireSite, name })) } as const;
}

/** The rest of what a request says. */
export function withoutPlaces<T extends NamesPlaces>(wire: T): Omit<T, keyof NamesPlaces> {
  const rest: NamesPlaces & Omit<T, keyof NamesPlaces> = { ...wire };
  delete rest.subreddits;
  delete rest.places;
  return rest;
}

/** Where an item stands, as texts say it: 'Reddit', elsewhere its place's label, which is the site's name or says more. */
export function whereOf({ site, place }: { site: string; place: { label: string } }): string {
  return site === wireSite ? "Reddit" : place.label;
}

/** What leads to an item where it stands. */
export function openText(item: Parameters<typeof whereOf>[0]): string {
  return item.site === wireSite ? "Open post" : `Open on ${whereOf(item)}`;
}

const list = new Intl.ListFormat("en-GB");
/** A line names so many places of a story. */
const mostNamed = 3;

/** Where else a story stands, in a line: 'Also on r/programming and Hacker News'. */
export function elsewhereText(elsewhere: readonly { place: { label: string } }[]): string {
  const labels = [...new Set(elsewhere.map(({ place }) => place.label))];
  const left = labels.length - mostNamed;
  const named = left > 0 ? [...labels.slice(0, mostNamed), `${left} more`] : labels;
  return `Also on ${list.format(named)}`;
}

/** Who wrote it, as people write that there. */
export function wroteAs(site: string, author: string): string {
  return site === wireSite ? `u/${author}` : author;
}

/** What stands for an item that was deleted at its source. */
export function blankedTitle(where: string): string {
  return `[deleted on ${where}]`;
}

/** Whether the wire's fields can hold a name: what a site's names look like, not whether there is one. */
export { isPlaceName } from "@/domain/reddit-names";
