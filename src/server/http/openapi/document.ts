import { perProcess } from "@/adapters/per-process";
import { allOperations } from "@/contract/operations/all";
import { nouns } from "@/contract/operations/nouns";
import type { Operation, ProofName } from "@/contract/operations/operation";
import type * as z from "@/contract/zod";
import { env } from "@/env";
import { errorResponses, sharedResponses } from "./errors";
import { parameters } from "@/contract/operations/parameters";
import { responseSchema, namedSchemas, requestSchema, type JsonSchema } from "./schemas";

const about = () => `Earshot monitors public discussions for keywords. The web app uses this same API.

Register, verify your email and sign in, then send the access token as \`Authorization: Bearer …\`. Access tokens expire
after one hour: on 401 TOKEN_EXPIRED, call refresh with the refresh token and retry. Each refresh returns a new refresh
token.

Scripts can use an API key instead, created in Settings: \`Authorization: Bearer esk_…\`. \`x-key\` tells whether an endpoint
accepts API keys. Keys are limited to ${env().RATE_LIMIT_KEY.count} requests per ${env().RATE_LIMIT_KEY.windowSeconds} seconds; \`RateLimit-Remaining\` gives the number left.

IDs are \`_id\` and timestamps are ISO 8601 in UTC. Unknown fields are ignored. Resources that belong to another account
return 404, as if they didn't exist. Every response includes \`X-Request-Id\`; quote it when you report a problem.`;

const bearer = (description: string) => ({ type: "http", scheme: "bearer", description });
const signature = (name: string) => ({ type: "apiKey", in: "header", name });

const proofs: Record<ProofName, object> = {
  bearer: bearer("A session's access token."),
  apiKey: bearer(
    "An API key, esk_…. Read keys can use endpoints whose x-key is read; write keys can also use those whose x-key is write.",
  ),
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description: "For same-origin pages. The name has a prefix on https and the port number on http.",
  },
  cronSecret: bearer("The scheduler's secret, CRON_SECRET."),
  metricsToken: bearer("METRICS_TOKEN."),
  stripeSignature: signature("stripe-signature"),
  telegramSignature: signature("x-telegram-bot-api-secret-token"),
  resendSignature: signature("svix-signature"),
};

export function openApiDocument(): JsonSchema {
  return perProcess("earshotApiDocument", () => ({
    openapi: "3.1.0",
    info: {
      ...{ title: "Earshot", version: "1.0.0", description: about() },
      contact: { name: env().OPERATOR_NAME, url: env().APP_URL },
      license: { name: "MIT", identifier: "MIT" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: env().APP_URL }],
    tags: tags(),
    paths: paths(),
    components: {
      schemas: namedSchemas(),
      responses: sharedResponses(Object.values(allOperations)),
      securitySchemes: proofs,
    },
  }));
}

/** GET /api/openapi.json. The same for all users until the next release. */
export function getOpenApi(): Response {
  return Response.json(openApiDocument(), { headers: { "Cache-Control": "public, max-age=3600" } });
}

function paths(): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const [id, operation] of Object.entries(allOperations)) {
    (found[operation.path] ??= {})[operation.method.toLowerCase()] = described(id, operation);
  }
  return found;
}

function getTag(path: string): string {
  const [, , tag = ""] = path.split("/");
  return tag.replace(/^(?:openapi\.json|client\.ts)$/, "document");
}

function tags(): JsonSchema[] {
  const sections = Object.values(nouns).flatMap(({ title, operations }) =>
    Object.values(operations).map(({ path }) => [getTag(path), title] as const),
  );
  return [...new Map(sections)].map(([name, title]) => ({ name, description: `${title}.` }));
}

const callers = {
  open: "No authentication is needed.",
  cron: "For the scheduler and for monitoring, with a secret.",
  webhook: "For the provider, which signs its requests.",
  never: "Needs a session's access token.",
  read: "Needs an access token or an API key.",
  write: "Needs an access token or an API key with the scope write.",
};

function described(operationId: string, operation: Operation): JsonSchema {
  const { path, summary, body, takesForm, takesFile, limit, kind, key } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(operation)];
  return {
    operationId,
    summary,
    description: `${summary}. ${callers[key ?? (kind as Exclude<typeof kind, "user">)]}`,
    tags: [getTag(path)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, takesFile) }),
    ...(takesForm && { requestBody: { content: { "application/x-www-form-urlencoded": {} } } }),
    responses: { ...replies(operation), ...errorResponses(operation) },
    security: security(operation),
    ...(limit && { "x-rate-limit": limit }),
    ...(key && { "x-key": key }),
  };
}

/** A missing body counts as an empty object. */
function requestBody(body: z.ZodType, takesFile = false): JsonSchema {
  const { examples, ...rest } = requestSchema(body);
  // The reference's placeholders, such as $TOKEN, would be invalid values.
  const schema = JSON.stringify(examples)?.includes('"$')
    ? rest
    : { ...rest, ...(examples ? { examples } : {}) };
  const file = { "text/*": { schema: { type: "string" } }, "application/octet-stream": {} };
  return { required: "required" in schema, content: { ...json(schema), ...(takesFile && file) } };
}

function pathParameters(path: string): JsonSchema[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const schema = { type: "string" };
  return names.map((name) => ({ name, in: "path", required: true, ...parameters[name], schema }));
}

function queryParameters({ query }: Operation): JsonSchema[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = requestSchema(query) as {
    properties?: JsonSchema;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    schema,
  }));
}

const keyHeaders = {
  "RateLimit-Limit": "With an API key: requests allowed per window.",
  "RateLimit-Remaining": "With an API key: requests left in the window.",
  "RateLimit-Reset": "With an API key: seconds until the window ends.",
};

function replies({ kind, key, status, response, media, headers, others, summary }: Operation): JsonSchema {
  const succeeded = status ?? (response || media ? 200 : 204);
  const usual = { text: summary, response, media, headers };
  const every = Object.entries({ [succeeded]: usual, ...others }).map(([code, one]) => {
    const text = one.media && { [one.media]: { schema: { type: "string" } } };
    const content = one.response ? { ...json(responseSchema(one.response)), ...text } : text;
    const allHeaders = { ...one.headers, ...(kind === "user" && key !== "never" && keyHeaders) };
    const result = Object.keys(allHeaders).length > 0 && { headers: getHeaders(allHeaders) };
    return [code, { description: one.text, ...result, ...(content && { content }) }];
  });
  return Object.fromEntries(every) as JsonSchema;
}

function getHeaders(headers: Readonly<Record<string, string>>): JsonSchema {
  const every = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return Object.fromEntries(every) as JsonSchema;
}

function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}

function security({ kind, key, proofs: named }: Operation): Record<string, string[]>[] {
  const usual: Record<Operation["kind"], readonly ProofName[]> = {
    open: [],
    user: key === "never" ? ["bearer"] : ["bearer", "apiKey"],
    cron: ["cronSecret"],
    webhook: [],
  };
  const each = (named ?? usual[kind]).map((name) => ({ [name]: [] }));
  // For open endpoints, authentication is optional.
  return kind === "open" && each.length > 0 ? [{}, ...each] : each;
}
