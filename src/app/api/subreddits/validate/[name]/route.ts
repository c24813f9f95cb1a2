import { subredditOperations } from "@/contract/operations/subreddits";
import { open, route } from "@/server/http/route";
import { validateSubreddit } from "@/server/subreddits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(subredditOperations.validateSubreddit, ({ params, now }) =>
    validateSubreddit(params.name ?? "", now),
  ),
});
