import { route, user } from "@/server/http/route";
import { listUserDeliveries } from "@/server/user-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user }) => listUserDeliveries(user.id)),
});
