import { notificationPreferences } from "@/contract/user";
import { route, user } from "@/server/http/route";
import { updateNotificationPreferences } from "@/server/profiles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user({ body: notificationPreferences }, ({ user, body, now }) =>
    updateNotificationPreferences(user, body, now),
  ),
});
