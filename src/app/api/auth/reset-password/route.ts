import { passwordReset } from "@/contract/auth";
import { resetPassword } from "@/server/credentials";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: passwordReset, limit: "auth" }, (call) => resetPassword(call.body, call)),
});
