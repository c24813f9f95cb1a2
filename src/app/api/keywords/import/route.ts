import { watchOperations } from "@/contract/operations/watches";
import { importWatches } from "@/server/watches/watch-import";
import { route, userFile } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: userFile(watchOperations.importWatches, ({ user, now, ...call }) => importWatches(user, call, now)),
});
