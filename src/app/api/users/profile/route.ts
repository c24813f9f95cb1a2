import { route, user } from "@/server/http/route";
import { userView } from "@/server/user-view";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user }) => ({ user: userView(user) })),
});
