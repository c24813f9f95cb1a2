import { getCoverage } from "@/server/coverage";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user({}, ({ user, now }) => getCoverage(user, now)),
});
