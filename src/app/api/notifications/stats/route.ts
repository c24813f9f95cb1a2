import { statsQuery } from "@/contract/stats";
import { route, user } from "@/server/http/route";
import { getNotificationStats } from "@/server/notification-stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: statsQuery, limit: "notification" }, ({ user, query, now }) =>
    getNotificationStats(user, query, now),
  ),
});
