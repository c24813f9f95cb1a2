import { notificationQuery } from "@/contract/notification";
import { route, user } from "@/server/http/route";
import { answerNotifications } from "@/server/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: notificationQuery, limit: "notification" }, ({ user, query }) =>
    answerNotifications(user, query),
  ),
});
