import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { countUnread } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.countUnread, ({ user }) => countUnread(user)),
});
