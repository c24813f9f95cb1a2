import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { snoozeNotification } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: user(notificationOperations.snoozeNotification, ({ user, params, body, now }) =>
    snoozeNotification(user, params.id, body.until, now),
  ),
});
