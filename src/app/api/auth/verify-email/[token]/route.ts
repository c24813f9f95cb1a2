import { authOperations } from "@/contract/operations/auth";
import { answerVerification } from "@/server/accounts/addresses";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(authOperations.verifyEmail, ({ request, params, now }) =>
    answerVerification(request, params.token ?? "", now),
  ),
});
