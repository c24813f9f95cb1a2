import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-node";
import packageFile from "../../../package.json" with { type: "json" };
import { setTracer } from "./span";

const globals = globalThis as typeof globalThis & { earshotBeforeExit?: () => Promise<void> };

/** Attributes of Next's spans that we keep: routes and codes. URLs contain tokens, ids and search terms. */
const harmless = new Set([
  "http.method",
  "http.route",
  "http.status_code",
  "net.peer.name",
  "next.route",
  "next.rsc",
  "next.span_type",
  "error.type",
]);

/** Sends Next's spans and the pipeline's spans to a collector. Only loaded if one is configured. */
export function startTracing(endpoint: string, isBehindProxy: boolean): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const { name, version } = packageFile;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": name, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(clean(exporter), { scheduledDelayMillis: 1_000 })],
  });
  // Trace context is only accepted from our own proxy.
  provider.register(isBehindProxy ? {} : { propagator: null });
  setTracer(trace.getTracer(name, version));
  // The server awaits this on shutdown.
  globals.earshotBeforeExit = () => provider.shutdown();
}

function clean(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), done),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Removes error messages and URLs from a span. */
function cleaned(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([key]) => harmless.has(key) || key.startsWith("earshot.")),
  );
  const route = span.attributes["next.route"] ?? span.attributes["http.route"];
  return Object.create(span, {
    name: { value: nameOf(span, route), enumerable: true },
    attributes: { value: attributes, enumerable: true },
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan;
}

/** Of Next's span names, only the first words are safe unless they contain the route. */
function nameOf(span: ReadableSpan, route: unknown): string {
  if (span.instrumentationScope.name !== "next.js" || !span.name.includes("/")) return span.name;
  if (typeof route === "string" && span.name.includes(route)) return span.name;
  const host = span.attributes["net.peer.name"];
  const words = span.name
    .split("/", 1)[0]!
    .replace(/(?<!\S)\S*$/, "")
    .trimEnd();
  return `${words}${typeof host === "string" ? ` ${host}` : ""}`;
}
