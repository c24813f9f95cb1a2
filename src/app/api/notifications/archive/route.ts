import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { archiveSelected } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.archiveSelected, ({ user, body, now, after }) =>
    archiveSelected(user, body, { now, after }),
  ),
});
