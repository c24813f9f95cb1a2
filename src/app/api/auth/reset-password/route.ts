import { authOperations } from "@/contract/operations/auth";
import { resetPassword } from "@/server/accounts/credentials";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.resetPassword, (call) => resetPassword(call.body, call)),
});
