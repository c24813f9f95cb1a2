import { coverageAnswer } from "../coverage";
import { placeExistsAnswer, placeSearchAnswer, placeSearchQuery } from "../place-questions";
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
    summary: "Subreddits whose names begin like this",
    query: placeSearchQuery,
    answer: placeSearchAnswer,
    limit: "reddit",
  },
  getCoverage: {
    method: "GET",
    path: "/api/coverage",
    kind: "user",
    summary: "What is read of the watched subreddits, how late, and what was missed",
    answer: coverageAnswer,
  },
} as const satisfies Operations;
