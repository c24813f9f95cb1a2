import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { followThread } from "@/server/watches/follow-thread";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(notificationOperations.followThread, ({ user, params, now }) =>
    followThread(user, params.id, now),
  ),
});
