import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { previewWatch } from "@/server/watches/previews";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.previewWatch, ({ user, body, now, request }) =>
    previewWatch(user, body, now, request.signal),
  ),
});
