import { env } from "@/env";
import { cron, route } from "@/server/http/route";
import { scrapeMetrics } from "@/server/metrics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: cron(
    () => scrapeMetrics(),
    () => env().METRICS_TOKEN,
  ),
});
