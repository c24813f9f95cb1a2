import { moment } from "./entity";
import * as z from "./zod";

/** What a watch names on a site. */
export const placeRef = z.object({ site: z.string().trim().min(1).max(30), name: z.string().max(2_000) });

/** A place as answers have it: what the site calls it and people write, and where they read it. */
export const placeView = z.object({
  site: z.string(),
  name: z.string(),
  label: z.string(),
  url: z.string(),
});
export type PlaceView = z.infer<typeof placeView>;

/** GET /api/sites: the sites that are known here, those that are read (`isOn`) and those that aren't. */
export const sitesResponse = z.object({
  sites: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** What people call a place there. */
      placeWord: z.string(),
      /** Whether a watch can name everything there at once, as 'all'. */
      hasAll: z.boolean(),
      isOn: z.boolean(),
    }),
  ),
});
export type SitesResponse = z.infer<typeof sitesResponse>;
export type SiteView = SitesResponse["sites"][number];

/** GET /api/places/validate: a name, or an address of or in the place; without `site` the address says which site. */
export const placeQuery = z.object({
  site: z.string().max(30).optional(),
  name: z.string().trim().min(1, "name is a required field").max(2_000),
});
export type PlaceQuery = z.infer<typeof placeQuery>;

/** The place as the site calls it; where there is none that can be watched, `reason` says why. Null: of no known site. */
export const placeResponse = z.object({
  exists: z.boolean(),
  site: z.string().nullable(),
  name: z.string(),
  label: z.string(),
  url: z.string().nullable(),
  reason: z.string().optional(),
  /** Of an address: how many items it lists, and when the newest that says so was written. */
  found: z.object({ items: z.number(), newestAt: moment.nullable() }).optional(),
});
export type PlaceResponse = z.infer<typeof placeResponse>;

/** GET /api/places/search; a beginning that no name can have finds nothing, as does a site that isn't read here. */
export const placesQuery = z.object({
  site: z.string().max(30),
  q: z.string().trim().max(100).default(""),
});
export type PlacesQuery = z.infer<typeof placesQuery>;

export const placesResponse = z.object({ places: z.array(placeView) });
export type PlacesResponse = z.infer<typeof placesResponse>;

/** GET /api/subreddits/validate/{name}: private and quarantined ones exist, banned ones don't. */
export const placeExistsResponse = z.object({ exists: z.boolean() });
export type PlaceExistsResponse = z.infer<typeof placeExistsResponse>;

/** GET /api/subreddits/search; a beginning that no name can have finds nothing. */
export const placeSearchQuery = z.object({ q: z.string().trim().max(100).default("") });
export type PlaceSearchQuery = z.infer<typeof placeSearchQuery>;

export const placeSearchResponse = z.object({ subreddits: z.array(z.string()) });
export type PlaceSearchResponse = z.infer<typeof placeSearchResponse>;

/** The names as the answer has them. */
export function searchResponseOf(names: string[]): PlaceSearchResponse {
  return { subreddits: names };
}

/** The calls that ask about places, by their names on the wire. */
export const placeExistsCall = "validateSubreddit";
export const placeSearchCall = "searchSubreddits";
