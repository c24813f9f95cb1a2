import { route, user } from "@/server/http/route";
import { getUsage } from "@/server/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user }) => getUsage(user)),
});
