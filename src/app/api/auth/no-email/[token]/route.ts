import { authOperations } from "@/contract/operations/auth";
import { noEmailPage, refuseEmailByToken } from "@/server/delivery/no-email-page";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(authOperations.showNoEmail, ({ params }) => noEmailPage(params.token ?? "")),
  POST: open(authOperations.refuseEmail, ({ params, now }) => refuseEmailByToken(params.token ?? "", now)),
});
