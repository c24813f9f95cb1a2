import { authOperations } from "@/contract/operations/auth";
import { open, route } from "@/server/http/route";
import { refreshSession } from "@/server/accounts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.refresh, ({ request, body, now }) =>
    refreshSession(request, body.refreshToken, now),
  ),
});
