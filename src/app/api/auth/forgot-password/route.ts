import { emailOnly } from "@/contract/auth";
import { forgotPassword } from "@/server/credentials";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: emailOnly, limit: "auth" }, (call) => forgotPassword(call.body.email, call)),
});
