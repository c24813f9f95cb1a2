import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Schema {
  properties?: Record<string, unknown>;
  required?: string[];
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema?: object }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
  security: Record<string, string[]>[];
}
interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: object };
}

type Values = Record<string, unknown>;

/** A third-party client that knows only the API document at a URL. */
export class OutsideClient {
  /** Credentials by the document's security scheme names. */
  readonly proofs: Record<string, string> = {};
  readonly #ajv = new Ajv2020({ strict: false });

  private constructor(private readonly document: OpenApi) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, "api");
  }

  static async read(address: string): Promise<OutsideClient> {
    const response = await fetch(address);
    return new OutsideClient((await response.json()) as OpenApi);
  }

  /** Sends an operation's request with the given values, checks the response and returns its body. */
  async call<T>(operationId: string, status: number, values: Values = {}): Promise<T> {
    const { method, path, operation } = this.#find(operationId);
    const url = new URL(this.document.servers[0]!.url + this.#filled(path, operation, values));
    for (const { name, in: place } of operation.parameters ?? [])
      if (place === "query" && name in values) url.searchParams.set(name, String(values[name]));
    const headers: Record<string, string> = {};
    for (const proof of Object.keys(operation.security[0] ?? {}))
      headers.authorization = `Bearer ${this.proofs[proof] ?? ""}`;
    const body = this.#body(operation, values);
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(url, { method, headers, body, redirect: "manual" });
    return this.#understood(operation, status, response.status, await response.text()) as T;
  }

  #find(operationId: string) {
    for (const [path, methods] of Object.entries(this.document.paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) return { method: method.toUpperCase(), path, operation };
    throw new Error(`The document has no ${operationId}`);
  }

  #filled(path: string, { parameters = [] }: Operation, values: Values): string {
    const missing = parameters.filter((one) => one.required);
    for (const { name } of missing) if (!(name in values)) throw new Error(`${path} needs ${name}`);
    return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(String(values[name])));
  }

  #body({ operationId, requestBody }: Operation, values: Values): string | undefined {
    const schema = requestBody?.content["application/json"]?.schema;
    if (schema === undefined) return undefined;
    const named = Object.entries(values).filter(([name]) => name in (schema.properties ?? {}));
    const body = Object.fromEntries(named);
    const fits = this.#ajv.compile({ ...schema });
    if (!fits(body))
      throw new Error(`${operationId} takes no such body: ${this.#ajv.errorsText(fits.errors)}`);
    return JSON.stringify(body);
  }

  #understood({ operationId, responses }: Operation, wanted: number, status: number, text: string): unknown {
    const result = responses[status];
    if (status !== wanted || result === undefined)
      throw new Error(`${operationId} answered ${status} instead of ${wanted}: ${text}`);
    const [, , , shared] = result.$ref?.split("/") ?? [];
    const { content } = shared === undefined ? result : this.document.components.responses[shared]!;
    const schema = content?.["application/json"]?.schema;
    if (schema === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    const fits = this.#ajv.compile(atHome(schema));
    if (!fits(value))
      throw new Error(`${operationId} answered ${this.#ajv.errorsText(fits.errors)}: ${text}`);
    return value;
  }
}

/** Returns the schema with absolute references into the document. */
function atHome(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object;
}
