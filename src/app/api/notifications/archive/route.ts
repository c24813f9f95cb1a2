import { notificationSelection } from "@/contract/notification";
import { route, user } from "@/server/http/route";
import { archiveSelected } from "@/server/notification-sets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({ body: notificationSelection, limit: "notification" }, ({ user, body }) =>
    archiveSelected(user, body),
  ),
});
