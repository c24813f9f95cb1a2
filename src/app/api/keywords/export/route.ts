import { watchOperations } from "@/contract/operations/watches";
import { exportWatches } from "@/server/watches/watch-export";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.exportWatches, ({ user }) => exportWatches(user)),
});
