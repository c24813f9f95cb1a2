import { userOperations } from "@/contract/operations/users";
import { exportAccount } from "@/server/operation/account-export";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(userOperations.exportAccount, ({ user, now }) => exportAccount(user.id, now)),
});
