import { answerVerification } from "@/server/addresses";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({ limit: "auth" }, ({ request, params, now }) =>
    answerVerification(request, params.token ?? "", now),
  ),
});
