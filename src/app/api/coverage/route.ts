import { subredditOperations } from "@/contract/operations/subreddits";
import { getCoverage } from "@/server/coverage/coverage";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(subredditOperations.getCoverage, ({ user, now }) => getCoverage(user, now)),
});
