import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { getNotificationStats } from "@/server/notifications/notification-stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.getNotificationStats, ({ user, query, now }) =>
    getNotificationStats(user, query, now),
  ),
});
