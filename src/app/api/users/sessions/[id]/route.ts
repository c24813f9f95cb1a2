import { userOperations } from "@/contract/operations/users";
import { endDevice } from "@/server/accounts/devices";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: user(userOperations.endSession, ({ user, params, now }) => endDevice(user.id, params.id, now)),
});
