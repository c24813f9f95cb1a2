import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { openLive } from "@/server/notifications/live";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listenLive, openLive),
});
