import { notificationPreferences } from "@/contract/user";
import { updateNotificationPreferences } from "@/server/accounts";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user({ body: notificationPreferences }, ({ user, body, now }) =>
    updateNotificationPreferences(user, body, now),
  ),
});
