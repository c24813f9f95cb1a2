import { authOperations } from "@/contract/operations/auth";
import { declineByToken, declinePage } from "@/server/operation/decline-page";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(authOperations.showDecline, ({ params }) => declinePage(params.token ?? "")),
  POST: open(authOperations.decline, (call) => declineByToken(call.params.token ?? "", call)),
});
