import { exportAccount } from "@/server/account-export";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user, now }) => exportAccount(user.id, now)),
});
