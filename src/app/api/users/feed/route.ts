import { userOperations } from "@/contract/operations/users";
import { closeFeed, openFeed } from "@/server/notifications/feeds";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(userOperations.openFeed, (call) => openFeed(call, call.now)),
  DELETE: user(userOperations.closeFeed, ({ user }) => closeFeed(user)),
});
