import { systemOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";
import { getOpenApi } from "@/server/http/openapi/document";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getDocument, () => getOpenApi()),
});
