import { systemOperations } from "@/contract/operations/machine";
import { cron, route } from "@/server/http/route";
import { runListen } from "@/server/operation/cron";

export const maxDuration = 65;
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: cron(systemOperations.listen, () => runListen()),
});
