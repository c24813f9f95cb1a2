import { answerVerification } from "@/server/accounts";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({}, ({ request, params, now }) => answerVerification(request, params.token ?? "", now)),
});
