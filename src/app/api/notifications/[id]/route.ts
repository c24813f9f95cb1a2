import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { deleteNotification, getNotification } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.getNotification, ({ user, params }) => getNotification(user, params.id)),
  DELETE: user(notificationOperations.deleteNotification, ({ user, params, now }) =>
    deleteNotification(user, params.id, now),
  ),
});
