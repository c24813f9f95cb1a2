import { placeOperations } from "@/contract/operations/places";
import { route, user } from "@/server/http/route";
import { searchPlaces } from "@/server/reading/search-places";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(placeOperations.searchPlaces, ({ user, query, now }) => searchPlaces(user, query, now)),
});
