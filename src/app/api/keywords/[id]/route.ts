import { watchPatch } from "@/contract/watch";
import { route, user } from "@/server/http/route";
import { deleteWatch, getWatch, updateWatch } from "@/server/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user, params }) => getWatch(user, params.id)),
  PUT: user({ body: watchPatch, limit: "keyword" }, ({ user, params, body, now }) =>
    updateWatch(user, params.id, body, now),
  ),
  DELETE: user({ limit: "keyword" }, ({ user, params }) => deleteWatch(user, params.id)),
});
