import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { openPortal } from "@/server/billing/changes";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(subscriptionOperations.openBillingPortal, ({ user, now }) => openPortal(user, now)),
});
