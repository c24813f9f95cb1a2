import { authOperations } from "@/contract/operations/auth";
import { signIn } from "@/server/accounts/accounts";
import { open, route } from "@/server/http/route";
import { limitLogins } from "@/server/accounts/login-failures";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.login, (call) => limitLogins(call, () => signIn(call.body, call))),
});
