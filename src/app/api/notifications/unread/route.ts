import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { markSelectedUnread } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.markSelectedUnread, ({ user, body, now }) =>
    markSelectedUnread(user, body, now),
  ),
});
