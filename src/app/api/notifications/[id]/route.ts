import { route, user } from "@/server/http/route";
import { deleteNotification } from "@/server/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: user({ limit: "notification" }, ({ user, params, now }) =>
    deleteNotification(user, params.id, now),
  ),
});
