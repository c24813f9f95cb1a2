import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { getWatchStats } from "@/server/watches/watch-stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.getWatchStats, ({ user, params, now }) => getWatchStats(user, params.id, now)),
});
