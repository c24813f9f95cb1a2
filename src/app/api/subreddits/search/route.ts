import { placeOperations } from "@/contract/operations/places";
import { route, user } from "@/server/http/route";
import { searchNames } from "@/server/reading/search-places";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: user(placeOperations.searchSubreddits, ({ query, now }) => searchNames(query, now)),
});
