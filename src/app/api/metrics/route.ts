import { systemOperations } from "@/contract/operations/machine";
import { env } from "@/env";
import { cron, route } from "@/server/http/route";
import { scrapeMetrics } from "@/server/operation/metrics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: cron(
    systemOperations.scrapeMetrics,
    () => scrapeMetrics(),
    () => env().METRICS_TOKEN,
  ),
});
