import { open, route } from "@/server/http/route";
import { unsubscribeByToken, unsubscribePage } from "@/server/unsubscribe-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({}, ({ params }) => unsubscribePage(params.token ?? "")),
  POST: open({ takesForm: true }, ({ params, now }) => unsubscribeByToken(params.token ?? "", now)),
});
