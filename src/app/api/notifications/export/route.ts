import { notificationOperations } from "@/contract/operations/notifications";
import { exportNotifications, openExport } from "@/server/notifications/notification-export";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.exportNotifications, ({ user, query }) =>
    exportNotifications(user, query),
  ),
  POST: user(notificationOperations.openExport, ({ now, body, ...signedIn }) =>
    openExport(signedIn, body, now),
  ),
});
