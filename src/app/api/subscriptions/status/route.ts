import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { route, user } from "@/server/http/route";
import { getSubscriptionStatus } from "@/server/billing/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(subscriptionOperations.getSubscriptionStatus, ({ user }) => getSubscriptionStatus(user)),
});
