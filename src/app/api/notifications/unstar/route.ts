import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { starSelected } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.unstarSelected, ({ user, body, now }) =>
    starSelected(user, body, "unstarred", now),
  ),
});
