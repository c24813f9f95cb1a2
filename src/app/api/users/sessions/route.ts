import { userOperations } from "@/contract/operations/users";
import { listDevices } from "@/server/accounts/devices";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(userOperations.listSessions, ({ user, sessionId, now }) => listDevices(user.id, sessionId, now)),
});
