import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { suggestExclusions } from "@/server/watches/exclusions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.suggestExclusions, ({ user, params, now }) =>
    suggestExclusions(user, params.id, now),
  ),
});
