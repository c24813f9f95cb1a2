import { endDevice } from "@/server/devices";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: user({}, ({ user, params, now }) => endDevice(user.id, params.id, now)),
});
