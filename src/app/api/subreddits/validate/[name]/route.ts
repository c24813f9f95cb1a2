import { subredditOperations } from "@/contract/operations/subreddits";
import { open, route } from "@/server/http/route";
import { bearerOf } from "@/server/accounts/sessions";
import { validateSubreddit } from "@/server/reading/subreddits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(subredditOperations.validateSubreddit, async ({ request, params, now }) => {
    // One that has run out was an account's all the same.
    const asker = (await bearerOf(request, now)) === null ? "stranger" : "question";
    return validateSubreddit(params.name ?? "", asker, now);
  }),
});
