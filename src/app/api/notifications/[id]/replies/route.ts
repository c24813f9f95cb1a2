import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { listReplies } from "@/server/notifications/replies";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listReplies, ({ user, params, query }) =>
    listReplies(user, params.id, query),
  ),
});
