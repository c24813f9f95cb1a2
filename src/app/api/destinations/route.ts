import { destinationOperations } from "@/contract/operations/destinations";
import { createDestination, listDestinations } from "@/server/accounts/destinations";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(destinationOperations.listDestinations, ({ user }) => listDestinations(user)),
  POST: user(destinationOperations.createDestination, (call) => createDestination(call, call.body, call.now)),
});
