import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { deleteWatch, getWatch, updateWatch } from "@/server/watches/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.getWatch, ({ user, params }) => getWatch(user, params.id)),
  PUT: user(watchOperations.updateWatch, ({ user, params, body, now }) =>
    updateWatch(user, params.id, body, now),
  ),
  DELETE: user(watchOperations.deleteWatch, ({ user, params }) => deleteWatch(user, params.id)),
});
