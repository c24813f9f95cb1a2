import { destinationOperations } from "@/contract/operations/destinations";
import { testDestination } from "@/server/accounts/destination-log";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(destinationOperations.testDestination, ({ user, params, now }) =>
    testDestination(user, params.id, now),
  ),
});
