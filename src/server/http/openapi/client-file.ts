import { perProcess } from "@/adapters/per-process";
import { allOperations } from "@/contract/operations/all";
import type { Operation } from "@/contract/operations/operation";
import type * as z from "@/contract/zod";
import { env } from "@/env";
import { responseSchema, namedSchemas, requestSchema, type JsonSchema } from "./schemas";
import { capital, typeText } from "./shapes";

/** Endpoints left out of the client: links in emails and internal routes. */
const own = /^\/api\/(?:auth|unsubscribe|mute|feeds|health)\b/;
/** Operations that only screens need, or that others cover. */
const ofScreens: readonly string[] = [
  ...["listNews", "listenLive", "listNotificationChoices", "openExport", "downloadExport"],
  ...["parseExpression", "suggestWatches", "getDocument", "getClient", "callMcp", "snoozeNotification"],
  ...["suggestExclusions", "listSavedViews", "createSavedView", "deleteSavedView"],
];

function isInClient([id, { path, kind, key }]: [string, Operation]): boolean {
  if (ofScreens.includes(id) || own.test(path)) return false;
  return kind === "open" || (kind === "user" && key !== "never");
}

function clientFile(): string {
  const result = Object.entries(allOperations).filter(isInClient);
  const names = new Map<string, string>();
  const calls = result
    .map(([id, one]) => `  /** ${one.summary}. */\n  ${id}: ${callType(id, one, names)};`)
    .join("\n");
  const lines = result.map(
    ([id, { method, path }]) =>
      `  ${id}: "${method === "GET" ? "" : `${method} `}${path.slice("/api".length)}",`,
  );
  const text = template
    .replace("%TYPES%", () => typesOf(calls, names))
    .replace("%CALLS%", () => calls)
    .replace("%LINES%", () => lines.join("\n"))
    .replace("%URL%", () => env().APP_URL);
  return withBases(withNamedShapes(text, names));
}

/** GET /api/client.ts. The same for all users until the next release. */
export function getClientFile(): Response {
  const file = perProcess("earshotClientFile", clientFile);
  return new Response(file, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

function typesOf(used: string, names: Map<string, string>): string {
  const schemas = namedSchemas();
  const all = Object.entries(schemas).map(([name, schema]) => [name, typeOf(schema, names, name)] as const);
  const isUsed = (name: string, text: string) => new RegExp(`\\b${name}\\b(?!:|\\?)`).test(text);
  let missing = all.filter(([name]) => isUsed(name, used));
  for (let before = -1; before !== missing.length;) {
    before = missing.length;
    const text = used + missing.map(([, type]) => type).join("\n");
    missing = all.filter(([name]) => isUsed(name, text));
  }
  return missing.map(([name, type]) => `export type ${name} = ${type};`).join("\n");
}

/** Extracts repeated shapes and unions into named types, longest first, if that makes the text shorter. */
function withNamedShapes(text: string, names: Map<string, string>): string {
  let body = text;
  for (const [shape, path] of [...names].sort(([a], [b]) => b.length - a.length)) {
    const parts = path.split(".");
    const name = parts.map((_, at) => parts.slice(-1 - at).join("")).find((one) => !isTaken(body, one));
    if (name === undefined) continue;
    const declared = `export type ${name} = ${shape};\n`;
    const saved = (body.split(shape).length - 1) * (shape.length - name.length) - declared.length;
    if (saved > 0) body = body.replaceAll(shape, name).replace("\nexport interface", `${declared}$&`);
  }
  return body;
}

/** Shorter bases hide more than they save. */
const minBaseLength = 50;

/** Writes a shape that starts with the fields of a named type as that type and the rest. */
function withBases(text: string): string {
  const named = [...text.matchAll(/^export type (\w+) = \{ (.+) \};$/gm)]
    .map(([, name = "", fields = ""]) => ({ name, fields }))
    .filter(({ fields }) => fields.length >= minBaseLength)
    .sort((a, b) => b.fields.length - a.fields.length);
  let body = text;
  for (const { name, fields } of named) {
    const start = `{ ${fields}; `;
    for (let at = body.indexOf(start); at !== -1; at = body.indexOf(start)) {
      const end = endOfShape(body, at);
      const rest = body.slice(at + start.length, end);
      body = `${body.slice(0, at)}(${name} & { ${rest})${body.slice(end)}`;
    }
  }
  return body;
}

/** The position after the brace that closes the one at `start`. */
function endOfShape(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    at += 1;
  } while (depth > 0);
  return at;
}

const isTaken = (text: string, name: string) =>
  new RegExp(`\\b(?:type|interface|class) ${name}\\b`).test(text);

function callType(
  id: string,
  { path, query, body, response, media }: Operation,
  names: Map<string, string>,
): string {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const paramsType =
    params.join() === "id" ? "ById" : `{ ${params.map((name) => `${name}: string`).join("; ")} }`;
  const call = capital(id);
  const input = (schema: z.ZodType) => typeOf(requestSchema(schema), names, `${call}Input`);
  const isRequired = (schema: z.ZodType) => "required" in requestSchema(schema);
  const parts = [
    ...(params.length > 0 ? [`params: ${paramsType}`] : []),
    ...(query ? [`query${isRequired(query) ? "" : "?"}: ${input(query)}`] : []),
    ...(body ? [`body: ${input(body)}`] : []),
    `answer: ${media ? "Response" : response ? typeOf(responseSchema(response), names, call) : "undefined"}`,
  ];
  return `{ ${parts.join("; ")} }`;
}

/** The type on one line. `names` collects possible names for its shapes. */
function typeOf(schema: JsonSchema, names: Map<string, string>, path: string): string {
  return typeText(schema, {
    path,
    onShape: (shape, name) => void (names.has(shape) || names.set(shape, name)),
  });
}

const template = `// Earshot's API in one file, generated from the schemas that validate requests. Copy it; it only needs fetch.
//
//   const earshot = createClient({ token: "…" });
//   const { watches } = await earshot.call("listWatches", { query: { limit: 100 } });

%TYPES%
export type ById = { id: string };

export interface Calls {
%CALLS%
}

/** The path of each operation, preceded by its method unless that is GET. */
const lines: Record<keyof Calls, string> = {
%LINES%
};

export interface ErrorAnswer {
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  retryAfter?: number;
}

/** Thrown for error responses. \`code\` is the reason; \`retryAfter\` the seconds to wait after a rate limit. */
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
  /** A bearer token; without one only open endpoints work. */
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
  /** Returns the response body. Files and event streams are returned as the Response itself. */
  async function call<Name extends keyof Calls>(name: Name, ...[input]: Rest<Name>): Promise<Calls[Name]["answer"]> {
    const { params = {}, query = {}, body, signal }: AnyInput = input ?? {};
    const [path = "", method = "GET"] = lines[name].split(" ").reverse();
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
      const unknown = { code: "UNKNOWN", message: "The response status was " + response.status };
      throw new EarshotError(response.status, isJson ? ((await response.json()) as ErrorAnswer) : unknown);
    }
    const isFile = response.headers.has("Content-Disposition");
    const answer: unknown = response.status === 204 ? undefined : isJson && !isFile ? await response.json() : response;
    return answer as Calls[Name]["answer"];
  }
  return { call };
}
`;
