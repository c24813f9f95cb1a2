import { systemOperations } from "@/contract/operations/machine";
import { takeStripeEvent } from "@/server/billing/webhook";
import { route, webhook } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.takeStripeEvent, ({ request, bytes, now, after }) =>
    takeStripeEvent(request.headers, bytes, { now, after }),
  ),
});
