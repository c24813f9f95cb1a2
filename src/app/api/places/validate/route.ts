import { placeOperations } from "@/contract/operations/places";
import { route, user } from "@/server/http/route";
import { explainPlace } from "@/server/reading/places";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(placeOperations.validatePlace, ({ query, now }) => explainPlace(query, now)),
});
