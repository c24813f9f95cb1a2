import { destinationOperations } from "@/contract/operations/destinations";
import { renewSecret } from "@/server/accounts/destinations";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(destinationOperations.renewSecret, (call) => renewSecret(call, call.params.id, call.now)),
});
