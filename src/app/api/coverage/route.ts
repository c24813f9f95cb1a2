import { placeOperations } from "@/contract/operations/places";
import { getCoverage } from "@/server/coverage/coverage";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(placeOperations.getCoverage, ({ user, now }) => getCoverage(user, now)),
});
