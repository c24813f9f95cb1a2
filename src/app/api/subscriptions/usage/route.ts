import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { route, user } from "@/server/http/route";
import { getUsage } from "@/server/billing/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(subscriptionOperations.getUsage, ({ user }) => getUsage(user)),
});
