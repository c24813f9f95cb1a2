import { systemOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";
import { healthResponse } from "@/server/operation/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getHealth, () => healthResponse()),
});
