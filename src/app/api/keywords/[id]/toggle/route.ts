import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { toggleWatch } from "@/server/watches/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: user(watchOperations.toggleWatch, ({ user, params, body, now }) =>
    toggleWatch(user, params.id, body, now),
  ),
});
