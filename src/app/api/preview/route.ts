import { watchOperations } from "@/contract/operations/watches";
import { open, route } from "@/server/http/route";
import { previewKeyword } from "@/server/watches/public-previews";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(watchOperations.previewKeyword, ({ body, now, request }) =>
    previewKeyword(body, now, request.signal),
  ),
});
