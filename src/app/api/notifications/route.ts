import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { listNotificationsPage } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listNotifications, ({ user, query }) =>
    listNotificationsPage(user, query),
  ),
});
