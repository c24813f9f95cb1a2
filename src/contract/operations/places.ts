import { coverageAnswer } from "../coverage";
import {
  placeAnswer,
  placeExistsAnswer,
  placeQuestion,
  placesAnswer,
  placeSearchAnswer,
  placeSearchQuery,
  placesQuery,
  sitesAnswer,
} from "../place-questions";
import type { Operations } from "./operation";

export const placeOperations = {
  validateSubreddit: {
    method: "GET",
    path: "/api/subreddits/validate/{name}",
    kind: "open",
    summary: "Whether a subreddit exists",
    answer: placeExistsAnswer,
    limit: "reddit",
  },
  searchSubreddits: {
    method: "GET",
    path: "/api/subreddits/search",
    kind: "user",
    key: "read",
    summary: "Subreddits whose names begin like this",
    query: placeSearchQuery,
    answer: placeSearchAnswer,
    limit: "reddit",
  },
  listSites: {
    method: "GET",
    path: "/api/sites",
    kind: "open",
    summary: "The sites, and which of them are read here",
    answer: sitesAnswer,
  },
  validatePlace: {
    method: "GET",
    path: "/api/places/validate",
    kind: "user",
    key: "read",
    summary: "Whether a place exists, by its name or an address; answers how the site calls it",
    query: placeQuestion,
    answer: placeAnswer,
    limit: "place",
  },
  searchPlaces: {
    method: "GET",
    path: "/api/places/search",
    kind: "user",
    key: "read",
    summary: "Places of a site whose names begin like this",
    query: placesQuery,
    answer: placesAnswer,
    limit: "place",
  },
  getCoverage: {
    method: "GET",
    path: "/api/coverage",
    kind: "user",
    key: "read",
    summary: "What is read of the watched places, how late, and what was missed",
    answer: coverageAnswer,
  },
} as const satisfies Operations;
