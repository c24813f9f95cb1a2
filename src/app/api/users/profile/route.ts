import { userOperations } from "@/contract/operations/users";
import { closeAccount } from "@/server/operation/account-deletion";
import { route, user } from "@/server/http/route";
import { changeProfile, getProfile } from "@/server/accounts/profiles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(userOperations.getProfile, ({ user, now }) => getProfile(user, now)),
  PUT: user(userOperations.updateProfile, ({ user, body, now }) => changeProfile(user, body, now)),
  DELETE: user(userOperations.deleteAccount, ({ user, body, now, after }) =>
    closeAccount(user.id, body, { now, after }),
  ),
});
