import { notificationOperations } from "@/contract/operations/notifications";
import { route, user } from "@/server/http/route";
import { listNews } from "@/server/notifications/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(notificationOperations.listNews, ({ user, query, now }) => listNews(user, query, now)),
});
