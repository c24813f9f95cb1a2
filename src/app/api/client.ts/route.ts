import { systemOperations } from "@/contract/operations/machine";
import { getClientFile } from "@/server/http/openapi/client-file";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getClient, () => getClientFile()),
});
