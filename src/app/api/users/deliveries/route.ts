import { userOperations } from "@/contract/operations/users";
import { route, user } from "@/server/http/route";
import { listUserDeliveries } from "@/server/accounts/user-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(userOperations.listDeliveries, ({ user }) => listUserDeliveries(user.id)),
});
