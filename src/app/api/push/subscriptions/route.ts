import { pushOperations } from "@/contract/operations/push";
import { route, user } from "@/server/http/route";
import { subscribeBrowser, unsubscribeBrowser } from "@/server/accounts/push-subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(pushOperations.savePushSubscription, (call) => subscribeBrowser(call, call.body, call.now)),
  DELETE: user(pushOperations.deletePushSubscription, ({ user, body }) =>
    unsubscribeBrowser(user, body.endpoint),
  ),
});
