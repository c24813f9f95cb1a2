import { subscriptionOperations } from "@/contract/operations/subscriptions";
import { syncCheckout } from "@/server/billing/sync";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(subscriptionOperations.syncCheckout, ({ user, body, now, after }) =>
    syncCheckout(user, body, { now, after }),
  ),
});
