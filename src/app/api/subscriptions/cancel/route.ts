import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { cancelAtPeriodEnd } from "@/server/billing/changes";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(subscriptionOperations.cancelSubscription, ({ user, now }) => cancelAtPeriodEnd(user, now)),
});
