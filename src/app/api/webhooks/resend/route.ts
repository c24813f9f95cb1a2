import { systemOperations } from "@/contract/operations/machine";
import { route, webhook } from "@/server/http/route";
import { handleResendEvent } from "@/server/delivery/webhooks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: webhook(systemOperations.handleResendEvent, ({ request, bytes, now }) =>
    handleResendEvent(request.headers, bytes, now),
  ),
});
