import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { deleteSelected } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.deleteSelected, ({ user, body, now, after }) =>
    deleteSelected(user, body, { now, after }),
  ),
});
