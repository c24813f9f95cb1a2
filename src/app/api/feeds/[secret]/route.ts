import { answerFeed } from "@/server/feeds";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({}, ({ request, params }) => answerFeed(request, params.secret ?? "")),
});
