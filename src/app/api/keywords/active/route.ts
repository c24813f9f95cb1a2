import { watchesActive } from "@/contract/watch";
import { route, user } from "@/server/http/route";
import { setWatchesActive } from "@/server/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({ body: watchesActive, limit: "keyword" }, ({ user, body, now }) =>
    setWatchesActive(user, body, now),
  ),
});
