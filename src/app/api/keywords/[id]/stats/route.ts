import { route, user } from "@/server/http/route";
import { getWatchStats } from "@/server/notification-stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user, params, now }) => getWatchStats(user, params.id, now)),
});
