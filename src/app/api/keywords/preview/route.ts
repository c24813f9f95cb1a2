import { watchDraft } from "@/contract/watch";
import { route, user } from "@/server/http/route";
import { previewWatch } from "@/server/previews";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({ body: watchDraft, limit: "keyword" }, ({ user, body, now }) => previewWatch(user, body, now)),
});
