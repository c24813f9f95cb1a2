import { exampleText, moment } from "./entity";
import * as z from "./zod";

export const placeRef = z.object({ site: z.string().trim().min(1).max(30), name: z.string().max(2_000) });

export const placeView = z.object({
  site: exampleText("reddit"),
  name: exampleText("webdev"),
  label: exampleText("r/webdev"),
  url: exampleText("https://www.reddit.com/r/webdev"),
});
export type PlaceView = z.infer<typeof placeView>;

export const sitesResponse = z.object({
  sites: z.array(
    z.object({
      id: exampleText("reddit"),
      name: exampleText("Reddit"),
      placeWord: exampleText("subreddit"),
      hasAll: z.boolean(),
      isOn: z.boolean().meta({ examples: [true] }),
    }),
  ),
});
export type SitesResponse = z.infer<typeof sitesResponse>;
export type SiteView = SitesResponse["sites"][number];

/** A name, or a URL of or within the place. Without `site`, the URL determines the site. */
export const placeQuery = z
  .object({
    site: z.string().max(30).optional(),
    name: z.string().trim().min(1, "name is a required field").max(2_000),
  })
  .meta({ examples: [{ site: "reddit", name: "webdev" }] });
export type PlaceQuery = z.infer<typeof placeQuery>;

/** `reason` explains why the place can't be watched. `site` is null for unknown sites. */
export const placeResponse = z.object({
  exists: z.boolean().meta({ examples: [true] }),
  site: z
    .string()
    .nullable()
    .meta({ examples: ["reddit"] }),
  name: exampleText("webdev"),
  label: exampleText("r/webdev"),
  url: z
    .string()
    .nullable()
    .meta({ examples: ["https://www.reddit.com/r/webdev"] }),
  reason: z.string().optional(),
  /** How the place is read, if the server's limits for the site matter to the user. */
  note: z.string().optional(),
  /** For URLs: the number of items, and the creation time of the latest dated one. */
  found: z.object({ items: z.number(), newestAt: moment.nullable() }).optional(),
});
export type PlaceResponse = z.infer<typeof placeResponse>;

/**
 * GET /api/places/search. Site 'all' finds up to three places of each site. Invalid prefixes and disabled
 * sites return an empty list.
 */
export const placesQuery = z
  .object({
    site: z.string().max(30),
    q: z.string().trim().max(100).default(""),
  })
  .meta({ examples: [{ site: "reddit", q: "web" }] });
export type PlacesQuery = z.infer<typeof placesQuery>;

export const placesResponse = z.object({ places: z.array(placeView) });
export type PlacesResponse = z.infer<typeof placesResponse>;

/** GET /api/subreddits/validate/{name}: private and quarantined subreddits exist, banned ones don't. */
export const placeExistsResponse = z.object({ exists: z.boolean().meta({ examples: [true] }) });
export type PlaceExistsResponse = z.infer<typeof placeExistsResponse>;

/** GET /api/subreddits/search. Finds nothing for invalid prefixes. */
export const placeSearchQuery = z
  .object({ q: z.string().trim().max(100).default("") })
  .meta({ examples: [{ q: "web" }] });
export type PlaceSearchQuery = z.infer<typeof placeSearchQuery>;

export const placeSearchResponse = z.object({ subreddits: z.array(exampleText("webdev")) });
export type PlaceSearchResponse = z.infer<typeof placeSearchResponse>;

export function getSearchResponse(names: string[]): PlaceSearchResponse {
  return { subreddits: names };
}

export const placeExistsCall = "validateSubreddit";
export const placeSearchCall = "searchSubreddits";
