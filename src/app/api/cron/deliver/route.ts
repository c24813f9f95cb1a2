import { systemOperations } from "@/contract/operations/machine";
import { cron, route } from "@/server/http/route";
import { runDeliver } from "@/server/operation/cron";

export const maxDuration = 300;
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: cron(systemOperations.deliver, () => runDeliver()),
});
