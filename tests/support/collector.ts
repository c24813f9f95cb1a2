import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { canaries } from "./canaries.mjs";

async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean };
}
interface Span {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: Attribute[];
}
interface Exported {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

/** Starts a trace collector that accepts OTLP in JSON. */
export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      if (request.url === "/v1/traces") {
        bodies.push(String(request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes));
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const url = await listening(server);
  const exported = () => bodies.map((body) => JSON.parse(body) as Exported);
  return {
    url,
    /** All request bodies. */
    text: () => bodies.join("\n"),
    resources: () => exported().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      exported().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => (server.closeAllConnections(), void server.close()),
  };
}

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
/** The app's credentials (canaries) and the sandbox credentials they are replaced with. */
const proofs = new Map([
  [
    basic("sandbox-client", canaries.REDDIT_CLIENT_SECRET).toLowerCase(),
    basic("sandbox-client", "sandbox-secret"),
  ],
  [`bearer ${canaries.RESEND_API_KEY}`.toLowerCase(), "Bearer re_sandbox"],
  [`bearer ${canaries.STRIPE_SECRET_KEY}`.toLowerCase(), "Bearer sk_test_sandbox"],
  [`bearer ${canaries.UPSTASH_REDIS_REST_TOKEN}`.toLowerCase(), "Bearer sandbox-upstash-token"],
]);

/** Starts a proxy for the sandbox that accepts the canaries in place of the sandbox's own keys. */
export async function startFront(sandboxUrl: string) {
  const target = new URL(sandboxUrl);
  const server = createServer((request, response) => {
    const input = request.headers.authorization;
    const authorization = input && (proofs.get(input.toLowerCase()) ?? input);
    const headers = { ...request.headers, ...(authorization && { authorization }) };
    const { hostname, port } = target;
    const options = { hostname, port, path: request.url, method: request.method, headers };
    const passed = httpRequest(options, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  const url = await listening(server);
  return { url, close: () => (server.closeAllConnections(), void server.close()) };
}
