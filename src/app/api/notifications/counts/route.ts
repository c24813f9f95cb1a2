import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { countTabs } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.countTabs, ({ user }) => countTabs(user)),
});
