import { coverageAnswer } from "../coverage";
import { subredditExistsAnswer, subredditSearchAnswer, subredditSearchQuery } from "../subreddit";
import type { Operations } from "./operation";

export const subredditOperations = {
  validateSubreddit: {
    method: "GET",
    path: "/api/subreddits/validate/{name}",
    kind: "open",
    summary: "Whether a subreddit exists",
    answer: subredditExistsAnswer,
    limit: "reddit",
  },
  searchSubreddits: {
    method: "GET",
    path: "/api/subreddits/search",
    kind: "user",
    summary: "Subreddits whose names begin like this",
    query: subredditSearchQuery,
    answer: subredditSearchAnswer,
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
