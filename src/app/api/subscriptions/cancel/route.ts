import { cancelAtPeriodEnd } from "@/server/billing/changes";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({}, ({ user, now }) => cancelAtPeriodEnd(user, now)),
});
