import { subredditOperations } from "@/contract/operations/subreddits";
import { route, user } from "@/server/http/route";
import { searchSubreddits } from "@/server/reading/subreddits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(subredditOperations.searchSubreddits, ({ query, now }) => searchSubreddits(query, now)),
});
