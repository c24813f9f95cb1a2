import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { undoChange } from "@/server/notifications/undo";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.undoChange, ({ user, params, now }) =>
    undoChange(user, params.token, now),
  ),
});
