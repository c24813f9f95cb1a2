import * as z from "./zod";

/** GET /api/subreddits/validate/{name}: private and quarantined ones exist, banned ones don't. */
export const placeExistsAnswer = z.object({ exists: z.boolean() });
export type PlaceExistsAnswer = z.infer<typeof placeExistsAnswer>;

/** GET /api/subreddits/search; a beginning that no name can have finds nothing. */
export const placeSearchQuery = z.object({ q: z.string().trim().max(100).default("") });
export type PlaceSearchQuery = z.infer<typeof placeSearchQuery>;

export const placeSearchAnswer = z.object({ subreddits: z.array(z.string()) });
export type PlaceSearchAnswer = z.infer<typeof placeSearchAnswer>;

/** The names as the answer has them. */
export function searchAnswerOf(names: string[]): PlaceSearchAnswer {
  return { subreddits: names };
}

/** The calls that ask about places, by their names on the wire. */
export const placeExistsCall = "validateSubreddit";
export const placeSearchCall = "searchSubreddits";
