import { route, user } from "@/server/http/route";
import { sendTestAlert } from "@/server/user-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({}, ({ user, now }) => sendTestAlert(user, now)),
});
