import { placeOperations } from "@/contract/operations/places";
import { open, route } from "@/server/http/route";
import { listSites } from "@/server/reading/places";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(placeOperations.listSites, () => Promise.resolve(listSites())),
});
