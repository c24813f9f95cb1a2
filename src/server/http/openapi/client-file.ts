import { allOperations } from "@/contract/operations/all";
import type { Operation } from "@/contract/operations/operation";
import type * as z from "@/contract/zod";
import { env } from "@/env";
import { answerSchema, namedSchemas, requestSchema, type JsonSchema } from "./schemas";

/** What a program of somebody else's has no use for beside what no key may do: links in mails, and what only the machine calls. */
const own = /^\/api\/(?:auth|unsubscribe|mute|feeds|health)\b/;
/** What only screens ask, or ask in another way. */
const ofScreens: readonly string[] = [
  ...["listNews", "listenLive", "listNotificationChoices", "openExport", "downloadExport"],
  ...["parseExpression", "getDocument", "getClient", "callMcp"],
  ...["suggestExclusions", "listSavedViews", "createSavedView", "deleteSavedView"],
];

function isTold([id, { path, kind, key }]: [string, Operation]): boolean {
  if (ofScreens.includes(id) || own.test(path)) return false;
  return kind === "open" || (kind === "user" && key !== "never");
}

let built: string | undefined;

/** A client of the API in one file, typed, for others to copy: made of what requests are checked by. */
function clientFile(): string {
  if (built !== undefined) return built;
  const told = Object.entries(allOperations).filter(isTold);
  const shared = sharedInputs(told);
  const calls = told.map(([id, one]) => `  /** ${one.summary}. */\n  ${id}: ${callType(one, shared)};`);
  const lines = told.map(([id, { method, path }]) => `  ${id}: "${method} ${path.slice("/api".length)}",`);
  const used = calls.join("\n");
  const inputs = [...shared].map(([type, name]) => `export type ${name} = ${type};`);
  const types = [typesOf(used), ...inputs].join("\n");
  built = template
    .replace("%TYPES%", () => types)
    .replace("%CALLS%", () => used)
    .replace("%LINES%", () => lines.join("\n"))
    .replace("%URL%", () => env().APP_URL);
  return built;
}

/** GET /api/client.ts: the same for everybody until the next release. */
export function answerClient(): Response {
  return new Response(clientFile(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

/** The named types that are used, and those that these use. */
function typesOf(used: string): string {
  const schemas = namedSchemas() as Record<string, JsonSchema>;
  const all = Object.entries(schemas).map(([name, schema]) => [name, typeOf(schema)] as const);
  const isUsed = (name: string, text: string) => new RegExp(`\\b${name}\\b(?!:|\\?)`).test(text);
  let needed = all.filter(([name]) => isUsed(name, used));
  for (let before = -1; before !== needed.length;) {
    before = needed.length;
    const text = used + needed.map(([, type]) => type).join("\n");
    needed = all.filter(([name]) => isUsed(name, text));
  }
  return needed.map(([name, type]) => `export type ${name} = ${type};`).join("\n");
}

const inputOf = (schema: z.ZodType | undefined) => (schema ? typeOf(requestSchema(schema)) : undefined);

/** What several calls take, by a name after the first of them. */
function sharedInputs(told: readonly [string, Operation][]): Map<string, string> {
  const first = new Map<string, string>();
  const shared = new Map<string, string>();
  for (const [id, { query, body }] of told)
    for (const type of [inputOf(query), inputOf(body)]) {
      if (type === undefined || type.length < 60) continue;
      const name = first.get(type);
      if (name === undefined) first.set(type, id);
      else shared.set(type, `${name[0]!.toUpperCase()}${name.slice(1)}Input`);
    }
  return shared;
}

function callType({ path, query, body, answer, media }: Operation, shared: Map<string, string>): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const told = (schema: z.ZodType) => shared.get(inputOf(schema)!) ?? inputOf(schema)!;
  const isNeeded = (schema: z.ZodType) => "required" in requestSchema(schema);
  const params = names.join() === "id" ? "ById" : `{ ${names.map((name) => `${name}: string`).join("; ")} }`;
  const parts = [
    ...(names.length > 0 ? [`params: ${params}`] : []),
    ...(query ? [`query${isNeeded(query) ? "" : "?"}: ${told(query)}`] : []),
    ...(body ? [`body: ${told(body)}`] : []),
    `answer: ${media ? "Response" : answer ? typeOf(answerSchema(answer)) : "undefined"}`,
  ];
  return `{ ${parts.join("; ")} }`;
}

/** A JSON Schema as a type of TypeScript's. */
function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, type, properties, required, items, additionalProperties } = schema as {
    $ref?: string;
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    allOf?: JsonSchema[];
    type?: string | string[];
    properties?: Record<string, JsonSchema>;
    required?: string[];
    items?: JsonSchema;
    additionalProperties?: JsonSchema | boolean;
  };
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(" | ");
  if (allOf) return allOf.map(typeOf).join(" & ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(" | ");
  switch (type) {
    case "array":
      return `${grouped(typeOf(items ?? {}))}[]`;
    case "object": {
      const fields = Object.entries(properties ?? {}).map(
        ([name, one]) => `${name}${required?.includes(name) ? "" : "?"}: ${typeOf(one)}`,
      );
      if (fields.length > 0) return `{ ${fields.join("; ")} }`;
      const values = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
      return `Record<string, ${values}>`;
    }
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function grouped(type: string): string {
  return / [|&] /.test(type) && !type.startsWith("{") ? `(${type})` : type;
}

const template = `// Earshot's API in one file, made from the same schemas that check requests. Copy it; it needs nothing but fetch.
//
//   const earshot = createClient({ token: "…" });
//   const { watches } = await earshot.call("listWatches", { query: { limit: 100 } });

%TYPES%
export type ById = { id: string };

export interface Calls {
%CALLS%
}

const lines: Record<keyof Calls, string> = {
%LINES%
};

export interface ErrorAnswer {
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  retryAfter?: number;
}

/** What a call throws that was refused; its code says why, of a limit retryAfter how many seconds to wait. */
export class EarshotError extends Error {
  constructor(
    readonly status: number,
    readonly answer: ErrorAnswer,
  ) {
    super(answer.message);
    this.name = "EarshotError";
  }
  get code(): string {
    return this.answer.code;
  }
}

export interface Settings {
  baseUrl?: string;
  /** A bearer; without one only open calls are answered. */
  token?: string;
  fetch?: typeof fetch;
}

export type Input<Name extends keyof Calls> = Omit<Calls[Name], "answer"> & { signal?: AbortSignal };
type Rest<Name extends keyof Calls> =
  Partial<Input<Name>> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

export function createClient({ baseUrl = "%URL%", token, fetch: send = fetch }: Settings = {}) {
  /** What a call answers; files and events come as the Response, to be read as they arrive. */
  async function call<Name extends keyof Calls>(name: Name, ...[input]: Rest<Name>): Promise<Calls[Name]["answer"]> {
    const { params = {}, query = {}, body, signal }: AnyInput = input ?? {};
    const [method = "GET", path = ""] = lines[name].split(" ");
    const url = new URL(baseUrl + "/api" + path.replace(/{(\\w+)}/g, (_, key: string) => encodeURIComponent(params[key] ?? "")));
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
    const headers: Record<string, string> = {};
    if (token !== undefined) headers["Authorization"] = "Bearer " + token;
    const init: RequestInit = { method, headers, signal: signal ?? null };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    const response = await send(url, init);
    const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
    if (!response.ok) {
      const unknown = { code: "UNKNOWN", message: "The answer was " + response.status };
      throw new EarshotError(response.status, isJson ? ((await response.json()) as ErrorAnswer) : unknown);
    }
    const isFile = response.headers.has("Content-Disposition");
    const answer: unknown = response.status === 204 ? undefined : isJson && !isFile ? await response.json() : response;
    return answer as Calls[Name]["answer"];
  }
  return { call };
}
`;
