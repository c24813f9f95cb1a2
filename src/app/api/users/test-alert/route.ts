import { userOperations } from "@/contract/operations/users";
import { route, user } from "@/server/http/route";
import { sendTestAlert } from "@/server/accounts/user-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(userOperations.sendTestAlert, ({ user, now }) => sendTestAlert(user, now)),
});
