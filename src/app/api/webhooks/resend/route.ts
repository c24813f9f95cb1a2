import { systemOperations } from "@/contract/operations/machine";
import { route, webhook } from "@/server/http/route";
import { takeResendEvent } from "@/server/delivery/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.takeResendEvent, ({ request, bytes, now }) =>
    takeResendEvent(request.headers, bytes, now),
  ),
});
