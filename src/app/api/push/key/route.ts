import { pushOperations } from "@/contract/operations/push";
import { route, user } from "@/server/http/route";
import { getPushKey } from "@/server/accounts/push-subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(pushOperations.getPushKey, () => getPushKey()),
});
