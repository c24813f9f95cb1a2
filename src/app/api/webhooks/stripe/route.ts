import { systemOperations } from "@/contract/operations/machine";
import { handleStripeEvent } from "@/server/billing/webhook";
import { route, webhook } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.handleStripeEvent, ({ request, bytes, now, after }) =>
    handleStripeEvent(request.headers, bytes, { now, after }),
  ),
});
