import { settingsChange } from "@/contract/account";
import { route, user } from "@/server/http/route";
import { changeSettings } from "@/server/profiles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user({ body: settingsChange }, ({ user, body }) => changeSettings(user, body)),
});
