import { checkoutRequest } from "@/contract/subscription";
import { openCheckout } from "@/server/billing/checkout";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({ body: checkoutRequest }, ({ user, body, now }) => openCheckout(user, body, now)),
});
