import { systemOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getLiveness, () => ({ status: "ok" as const, checks: {} })),
});
