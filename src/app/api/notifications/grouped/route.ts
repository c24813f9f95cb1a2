import { notificationQuery } from "@/contract/notification";
import { route, user } from "@/server/http/route";
import { answerGroups } from "@/server/notification-groups";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: notificationQuery, limit: "notification" }, ({ user, query }) =>
    answerGroups(user, query),
  ),
});
