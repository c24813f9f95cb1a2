import { userOperations } from "@/contract/operations/users";
import { changePassword } from "@/server/accounts/credentials";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user(userOperations.changePassword, (call) =>
    changePassword(call.user, call.sessionId, call.body, call),
  ),
});
