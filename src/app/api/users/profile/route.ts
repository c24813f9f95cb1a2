import { accountDeletion, profileChange } from "@/contract/account";
import { closeAccount } from "@/server/account-deletion";
import { route, user } from "@/server/http/route";
import { changeProfile } from "@/server/profiles";
import { userView } from "@/server/user-view";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user }) => ({ user: userView(user) })),
  PUT: user({ body: profileChange }, ({ user, body, now }) => changeProfile(user, body, now)),
  DELETE: user({ body: accountDeletion }, ({ user, body, now }) => closeAccount(user.id, body, now)),
});
