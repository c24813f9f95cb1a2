import { authOperations } from "@/contract/operations/auth";
import { open, route } from "@/server/http/route";
import { signOut } from "@/server/accounts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.logout, ({ request, body, now }) => signOut(request, body.refreshToken, now)),
});
