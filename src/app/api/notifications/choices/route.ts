import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { listChoices } from "@/server/notifications/notification-query";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listNotificationChoices, ({ user, query }) => listChoices(user, query)),
});
