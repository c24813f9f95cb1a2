import { coverageResponse } from "../coverage";
import {
  placeResponse,
  placeExistsResponse,
  placeQuery,
  placesResponse,
  placeSearchResponse,
  placeSearchQuery,
  placesQuery,
  sitesResponse,
} from "../place-queries";
import { withLines, type Drafts } from "./operation";

export const placeOperations = withLines({
  validateSubreddit: {
    kind: "open",
    summary: "Check whether a subreddit exists",
    response: placeExistsResponse,
    limit: "reddit",
  },
  searchSubreddits: {
    kind: "user",
    key: "read",
    summary: "Autocomplete subreddit names",
    query: placeSearchQuery,
    response: placeSearchResponse,
    limit: "reddit",
  },
  listSites: {
    kind: "open",
    summary: "List sites and whether each is enabled on this server",
    response: sitesResponse,
  },
  validatePlace: {
    kind: "user",
    key: "read",
    summary: "Check whether a place exists, by name or URL; returns its canonical name",
    query: placeQuery,
    response: placeResponse,
    errors: ["REDDIT_RATE_LIMIT_EXCEEDED"],
    limit: "place",
  },
  searchPlaces: {
    method: "GET",
    path: "/api/places/search",
    kind: "user",
    key: "read",
    summary: "Autocomplete places of one site or of all",
    query: placesQuery,
    response: placesResponse,
    errors: ["REDDIT_RATE_LIMIT_EXCEEDED"],
    limit: "place",
  },
  getCoverage: {
    kind: "user",
    key: "read",
    summary: "Coverage of watched places: what was read, delays and gaps",
    response: coverageResponse,
  },
} as const satisfies Drafts);
