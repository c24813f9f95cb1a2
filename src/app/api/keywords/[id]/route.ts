import { watchPatch } from "@/contract/watch";
import { route, user } from "@/server/http/route";
import { deleteWatch, getWatch, updateWatch } from "@/server/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user, params }) => getWatch(user, params.id)),
  PUT: user({ body: watchPatch }, ({ user, params, body, now }) => updateWatch(user, params.id, body, now)),
  DELETE: user({}, ({ user, params }) => deleteWatch(user, params.id)),
});
