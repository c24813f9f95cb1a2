import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { getReceipt } from "@/server/receipts/receipts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(watchOperations.getReceipt, ({ user, params, query, now }) =>
    getReceipt(user, params.id, query, now),
  ),
});
