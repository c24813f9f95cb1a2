import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { createWatchLookingBack } from "@/server/watches/look-back";
import { listWatchesPage } from "@/server/watches/watch-lists";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.listWatches, ({ user, query }) => listWatchesPage(user, query)),
  POST: user(watchOperations.createWatch, ({ user, body, now }) => createWatchLookingBack(user, body, now)),
});
