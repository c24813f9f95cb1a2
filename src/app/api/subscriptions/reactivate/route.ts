import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { reactivate } from "@/server/billing/changes";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(subscriptionOperations.reactivateSubscription, ({ user, now }) => reactivate(user, now)),
});
