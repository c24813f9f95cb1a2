import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { listGroupsPage } from "@/server/notifications/notification-groups";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listNotificationGroups, ({ user, query }) => listGroupsPage(user, query)),
});
