import { watchOperations } from "@/contract/operations/watches";
import { importWatches } from "@/server/watches/watch-import";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.importWatches, ({ user, body, now }) => importWatches(user, body, now)),
});
