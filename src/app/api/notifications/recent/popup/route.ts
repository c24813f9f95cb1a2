import { popupQuery } from "@/contract/notification";
import { route, user } from "@/server/http/route";
import { listNews } from "@/server/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: popupQuery, limit: "notification" }, ({ user, query }) => listNews(user, query)),
});
