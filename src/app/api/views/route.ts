import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { createSavedView, listSavedViews } from "@/server/notifications/saved-views";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listSavedViews, ({ user }) => listSavedViews(user.id)),
  POST: user(notificationOperations.createSavedView, ({ user, body, now }) =>
    createSavedView(user.id, body, now),
  ),
});
