import { userOperations } from "@/contract/operations/users";
import { getFeed } from "@/server/notifications/feeds";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(userOperations.readFeed, ({ request, params }) => getFeed(request, params.secret ?? "")),
});
