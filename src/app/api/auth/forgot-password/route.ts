import { authOperations } from "@/contract/operations/auth";
import { forgotPassword } from "@/server/accounts/credentials";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.forgotPassword, (call) => forgotPassword(call.body.email, call)),
});
