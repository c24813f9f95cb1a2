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

const kept = globalThis as typeof globalThis & { earshotBeforeExit?: () => Promise<void> };

/** What of Next's own spans is kept: routes and codes. Addresses hold tokens, ids and what people search for. */
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

/** Sends traces to a collector: Next's own spans and the pipeline's. Loaded only where one is set. */
export function startTracing(endpoint: string, isBehindProxy: boolean): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const { name, version } = packageFile;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": name, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor(clean(exporter), { scheduledDelayMillis: 1_000 })],
  });
  // Only our own proxy is believed about the trace that a request belongs to.
  provider.register(isBehindProxy ? {} : { propagator: null });
  setTracer(trace.getTracer(name, version));
  // The server waits for it when it is told to stop.
  kept.earshotBeforeExit = () => provider.shutdown();
}

function clean(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), done),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A span without what its errors and addresses say. */
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

/** Our names are constants; of Next's only the first words are, unless it names the route itself. */
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
