import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { markSelectedRead } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.markSelectedRead, ({ user, body, now, after }) =>
    markSelectedRead(user, body, { now, after }),
  ),
});
