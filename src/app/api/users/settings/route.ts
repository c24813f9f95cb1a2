import { userOperations } from "@/contract/operations/users";
import { route, user } from "@/server/http/route";
import { changeSettings } from "@/server/accounts/profiles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user(userOperations.updateSettings, ({ user, body, now }) => changeSettings(user, body, now)),
});
