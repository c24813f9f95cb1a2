import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { suggestWatches } from "@/server/watches/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.suggestWatches, ({ user, body, now, request }) =>
    suggestWatches(user, body, now, request.signal),
  ),
});
