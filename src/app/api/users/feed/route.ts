import { closeFeed, openFeed } from "@/server/feeds";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({}, ({ user }) => openFeed(user)),
  DELETE: user({}, ({ user }) => closeFeed(user)),
});
