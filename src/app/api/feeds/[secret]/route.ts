import { userOperations } from "@/contract/operations/users";
import { answerFeed } from "@/server/notifications/feeds";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(userOperations.readFeed, ({ request, params }) => answerFeed(request, params.secret ?? "")),
});
