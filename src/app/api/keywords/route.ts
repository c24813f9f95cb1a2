import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { listWatchesPage, createWatch } from "@/server/watches/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.listWatches, ({ user, query }) => listWatchesPage(user, query)),
  POST: user(watchOperations.createWatch, ({ user, body, now }) => createWatch(user, body, now)),
});
