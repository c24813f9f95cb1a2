import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { setWatchesActive } from "@/server/watches/watches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.setWatchesActive, ({ user, body, now }) => setWatchesActive(user, body, now)),
});
