import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { perProcess } from "@/adapters/per-process";

interface Meters {
  registry: Registry;
  requests: Counter<"method" | "route" | "status">;
  seconds: Histogram<"method" | "route">;
  live: Gauge;
}

export function meters(): Meters {
  return perProcess("earshotMeters", makeMeters);
}

function makeMeters(): Meters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "earshot_" });
  return {
    registry,
    requests: new Counter({
      name: "earshot_http_requests_total",
      help: "API requests by route and status.",
      labelNames: ["method", "route", "status"],
      registers: [registry],
    }),
    seconds: new Histogram({
      name: "earshot_http_request_duration_seconds",
      help: "API request duration.",
      labelNames: ["method", "route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    live: new Gauge({
      name: "earshot_live_connections",
      help: "Open live connections in this process.",
      registers: [registry],
    }),
  };
}

/** Counts a response. `route` contains parameter names, never their values. */
export function recordResponse(response: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const { method, route, status, seconds } = response;
  meters().requests.inc({ method, route, status });
  meters().seconds.observe({ method, route }, seconds);
}
