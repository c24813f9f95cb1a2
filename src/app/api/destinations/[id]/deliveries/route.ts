import { destinationOperations } from "@/contract/operations/destinations";
import { listDestinationDeliveries } from "@/server/accounts/destination-log";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(destinationOperations.listDestinationDeliveries, ({ user, params }) =>
    listDestinationDeliveries(user, params.id),
  ),
});
