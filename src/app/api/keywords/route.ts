import { watchDraft, watchQuery } from "@/contract/watch";
import { route, user } from "@/server/http/route";
import { answerWatches, createWatch } from "@/server/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({ query: watchQuery }, ({ user, query }) => answerWatches(user, query)),
  POST: user({ body: watchDraft, status: 201, limit: "keyword" }, ({ user, body, now }) =>
    createWatch(user, body, now),
  ),
});
