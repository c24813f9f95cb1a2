import { authOperations } from "@/contract/operations/auth";
import { open, route } from "@/server/http/route";
import { leaveEnded } from "@/server/accounts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(authOperations.leaveEndedSession, ({ request, now }) => leaveEnded(request, now)),
});
