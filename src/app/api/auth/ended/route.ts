import { open, route } from "@/server/http/route";
import { leaveEnded } from "@/server/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({}, ({ request, now }) => leaveEnded(request, now)),
});
