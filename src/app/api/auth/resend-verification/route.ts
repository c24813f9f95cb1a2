import { emailOnly } from "@/contract/auth";
import { resendVerification } from "@/server/accounts";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: emailOnly }, (call) => resendVerification(call.body.email, call)),
});
