import { authOperations } from "@/contract/operations/auth";
import { register } from "@/server/accounts/accounts";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(authOperations.register, (call) => register(call.body, call)),
});
