import { keyOperations } from "@/contract/operations/keys";
import { deleteKey } from "@/server/accounts/keys";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: user(keyOperations.deleteKey, ({ user, params }) => deleteKey(user.id, params.id)),
});
