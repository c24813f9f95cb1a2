import { route, user } from "@/server/http/route";
import { markNotification } from "@/server/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: user({ limit: "notification" }, ({ user, params }) => markNotification(user, params.id, "archived")),
});
