import { registration } from "@/contract/auth";
import { register } from "@/server/accounts";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open({ body: registration, status: 201, limit: "auth" }, (call) => register(call.body, call)),
});
