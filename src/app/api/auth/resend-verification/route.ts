import { authOperations } from "@/contract/operations/auth";
import { resendVerification } from "@/server/accounts/addresses";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.resendVerification, (call) => resendVerification(call.body.email, call)),
});
