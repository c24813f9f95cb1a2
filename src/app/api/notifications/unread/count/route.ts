import { route, user } from "@/server/http/route";
import { countUnread } from "@/server/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ limit: "notification" }, ({ user }) => countUnread(user)),
});
