import { machineOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(machineOperations.getLiveness, () => ({ status: "ok" as const, checks: {} })),
});
