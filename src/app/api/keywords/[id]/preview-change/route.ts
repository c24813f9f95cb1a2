import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { previewChange } from "@/server/watches/change-previews";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.previewChange, ({ user, params, body, now, request }) =>
    previewChange(user, params.id, body, { now, signal: request.signal }),
  ),
});
