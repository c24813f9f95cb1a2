import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { markNotification } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: user(notificationOperations.starNotification, ({ user, params, now }) =>
    markNotification(user, params.id, "starred", now),
  ),
});
