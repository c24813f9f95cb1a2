import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { allOperations } from "@/contract/operations/all";
import type { route } from "@/server/http/route";
import { openApiDocument } from "@/server/http/openapi/document";

/** The handler of a route, or one made by a test. */
export interface Handler {
  (
    request: Request,
    context?: { params: Promise<Record<string, string | string[] | undefined>> },
  ): Promise<Response>;
  serves?: ReturnType<typeof route>["GET"]["serves"];
}

interface DocumentedResponse {
  $ref?: string;
  content?: Record<string, unknown>;
  headers?: Record<string, unknown>;
}

const idByPolicy = new Map<object, string>(Object.entries(allOperations).map(([id, one]) => [one, id]));
/** Headers that our request wrapper can add to any response. */
const wrapperHeaders = [
  "cache-control",
  "content-type",
  "strict-transport-security",
  "allow",
  "x-request-id",
  // For proxies, on the stream only.
  "x-accel-buffering",
  // For the pages that email links open.
  "content-security-policy",
];
const checks = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

/** Throws if a response doesn't match the API document for this route. */
export function checkDocumented(
  handler: Handler,
  response: Pick<Response, "status" | "headers">,
  text: string,
): void {
  const policy = handler.serves?.policy;
  const id = policy && idByPolicy.get(policy);
  if (id === undefined) {
    // Not a documented operation: an unknown path, a rejected method or a route made by a test.
    if (response.status >= 400) checkBody("#/components/schemas/Error", text, "an error");
    return;
  }
  const { method, path } = allOperations[id]!;
  const at = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${response.status}`;
  const said = find<DocumentedResponse>(at);
  if (said === undefined) throw new Error(`${id} answers ${response.status}, which is not in the document`);
  const pointer = said.$ref ?? at;
  const { content, headers = {} } = said.$ref ? find<DocumentedResponse>(said.$ref)! : said;
  checkHeaders(id, response, headers);
  const type = response.headers.get("content-type")?.split(";")[0];
  if (content === undefined) {
    if (text !== "" || type !== undefined) throw new Error(`${id} ${response.status} has a body: ${text}`);
  } else if (type === undefined || !(type in content)) {
    throw new Error(`${id} ${response.status} is of type ${type}, not ${Object.keys(content).join()}`);
  } else if (type === "application/json") {
    checkBody(`${pointer}/content/${escaped(type)}/schema`, text, `${id} ${response.status}`);
  }
}

/** Wraps a handler whose responses a test reads itself with the same check. */
export function documented(handler: Handler): Handler {
  return async (request, context) => {
    const response = await handler(request, context);
    checkDocumented(handler, response, await response.clone().text());
    return response;
  };
}

function checkHeaders(
  id: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  said: object,
): void {
  const names = Object.keys(said).map((name) => name.toLowerCase());
  for (const name of headers.keys()) {
    if (!names.includes(name) && !wrapperHeaders.includes(name))
      throw new Error(`${id} ${status} has the header ${name}, which is not in the document`);
  }
}

function checkBody(pointer: string, text: string, what: string): void {
  const check = checks.get(pointer) ?? compiled(pointer);
  checks.set(pointer, check);
  const value: unknown = JSON.parse(text);
  if (!check(value)) {
    const faults = check.errors?.map((fault) => `${fault.instancePath} ${JSON.stringify(fault.params)}`);
    throw new Error(`${what} is not as documented: ${faults?.join("; ")}\n${text.slice(0, 2_000)}`);
  }
}

function compiled(pointer: string): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(openApiDocument(), "earshot");
  }
  return ajv.compile({ $ref: `earshot${pointer}` });
}

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function find<T>(pointer: string): T | undefined {
  const names = pointer.split("/").slice(1);
  return names.reduce<unknown>(
    (value, name) =>
      (value as Record<string, unknown> | undefined)?.[name.replaceAll("~1", "/").replaceAll("~0", "~")],
    openApiDocument(),
  ) as T | undefined;
}
