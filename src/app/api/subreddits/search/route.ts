import { subredditSearchQuery } from "@/contract/subreddit";
import { route, user } from "@/server/http/route";
import { searchSubreddits } from "@/server/subreddits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: subredditSearchQuery, limit: "reddit" }, ({ query, now }) =>
    searchSubreddits(query, now),
  ),
});
