import { authOperations } from "@/contract/operations/auth";
import { confirmEmail } from "@/server/accounts/addresses";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(authOperations.verifyEmail, ({ request, params, now }) =>
    confirmEmail(request, params.token ?? "", now),
  ),
});
