import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { deleteSavedView } from "@/server/notifications/saved-views";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: user(notificationOperations.deleteSavedView, ({ user, params }) =>
    deleteSavedView(user.id, params.id),
  ),
});
