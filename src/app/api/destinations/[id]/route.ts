import { destinationOperations } from "@/contract/operations/destinations";
import { deleteDestination, updateDestination } from "@/server/accounts/destinations";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user(destinationOperations.updateDestination, (call) =>
    updateDestination(call, call.params.id, call.body, call.now),
  ),
  DELETE: user(destinationOperations.deleteDestination, (call) =>
    deleteDestination(call, call.params.id, call.now),
  ),
});
