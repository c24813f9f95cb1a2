import { emailOnly } from "@/contract/auth";
import { resendVerification } from "@/server/addresses";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: emailOnly, limit: "auth" }, (call) => resendVerification(call.body.email, call)),
});
