import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { snoozeSelected } from "@/server/notifications/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.snoozeSelected, ({ user, body, now }) => snoozeSelected(user, body, now)),
});
