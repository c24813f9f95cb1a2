import { userOperations } from "@/contract/operations/users";
import { requestAddressChange, cancelAddressChange, resendAddressChange } from "@/server/accounts/addresses";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: user(userOperations.changeEmail, (call) => requestAddressChange(call, call.body, call)),
  POST: user(userOperations.resendEmailChange, (call) => resendAddressChange(call, call)),
  DELETE: user(userOperations.cancelEmailChange, ({ user, now }) => cancelAddressChange(user, now)),
});
