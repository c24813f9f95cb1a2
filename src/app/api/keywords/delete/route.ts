import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { deleteWatches } from "@/server/watches/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.deleteWatches, ({ user, body }) => deleteWatches(user, body)),
});
