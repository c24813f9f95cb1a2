import { login } from "@/contract/auth";
import { signIn } from "@/server/accounts";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: login }, (call) => signIn(call.body, call)),
});
