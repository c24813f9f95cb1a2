import { userOperations } from "@/contract/operations/users";
import { route, user } from "@/server/http/route";
import { updateNotificationPreferences } from "@/server/accounts/profiles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user(userOperations.updateNotificationPreferences, ({ user, body, now }) =>
    updateNotificationPreferences(user, body, now),
  ),
});
