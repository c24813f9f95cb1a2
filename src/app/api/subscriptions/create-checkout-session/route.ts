import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { openCheckout } from "@/server/billing/checkout";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(subscriptionOperations.openCheckout, ({ user, body, now }) => openCheckout(user, body, now)),
});
