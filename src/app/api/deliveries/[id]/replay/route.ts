import { destinationOperations } from "@/contract/operations/destinations";
import { replayDelivery } from "@/server/accounts/destination-log";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(destinationOperations.replayDelivery, ({ user, params, now }) =>
    replayDelivery(user, params.id, now),
  ),
});
