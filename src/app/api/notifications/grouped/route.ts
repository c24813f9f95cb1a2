import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { answerGroups } from "@/server/notification-groups";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listNotificationGroups, ({ user, query }) => answerGroups(user, query)),
});
