/*
 * The specification's words for places. They are on the wire and here; everything else says place, and gets at the
 * wire's fields through these.
 */

/** The site whose places the wire's fields name, by its id. */
export const wireSite = "reddit";

/** The field of a query, and the choice, by which lists are narrowed to one place. */
export const placeField = "subreddit";

/** The name of the place of whatever has one on the wire. */
export function placeOf(wire: { readonly [placeField]: string }): string {
  return wire[placeField];
}

/** The places of whatever has several on the wire: their names, or what is told of each. */
export function placesOf<P>(wire: { readonly subreddits: P }): P {
  return wire.subreddits;
}

/** What was found, a post or a comment, of whatever carries one on the wire. */
export function itemOf<I>(wire: { readonly redditPost: I }): I {
  return wire.redditPost;
}

/** Fields with their places as the wire has them. */
export function withPlaces<T extends object, P>(places: P, fields: T) {
  return { subreddits: places, ...fields };
}

/** Whether the wire's fields can hold a name: what a site's names look like, not whether there is one. */
export { isPlaceName } from "@/domain/reddit-names";
