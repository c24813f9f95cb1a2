import { keyOperations } from "@/contract/operations/keys";
import { createKey, listKeys } from "@/server/accounts/keys";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(keyOperations.listKeys, ({ user }) => listKeys(user.id)),
  POST: user(keyOperations.createKey, (call) => createKey(call, call.body, call)),
});
