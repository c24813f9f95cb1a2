import { userOperations } from "@/contract/operations/users";
import { open, route } from "@/server/http/route";
import { unsubscribeByToken, unsubscribePage } from "@/server/delivery/unsubscribe-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(userOperations.showUnsubscribe, ({ params }) => unsubscribePage(params.token ?? "")),
  POST: open(userOperations.unsubscribe, ({ params, now }) => unsubscribeByToken(params.token ?? "", now)),
});
