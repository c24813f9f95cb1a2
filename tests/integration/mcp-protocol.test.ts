import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import * as mcp from "@/app/api/mcp/route";
import { makeKey } from "../support/api-keys";
import { call } from "../support/request";
import { testSettings } from "../support/settings";
import { signedIn } from "../support/signed-in";

/*
 * Protocol cases from the 2025-11-25 revision and its conformance suite that apply to a server with tools
 * only, without sessions and streams.
 */

Object.assign(process.env, { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "" });

interface Rpc {
  jsonrpc: "2.0";
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** Headers that a client sends with every message. */
const usual = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };

async function speaking(scope: "read" | "write" = "write") {
  const { bearer: session } = await signedIn("pro");
  const { bearer } = await makeKey(session, { scope });
  const say = (body: unknown, headers: Record<string, string> = {}) =>
    call<Rpc>(mcp.POST, "POST", "/api/mcp", { bearer, body, headers: { ...usual, ...headers } });
  /** Sends a request and returns its result. */
  const request = async (method: string, params?: object) => {
    const { status, body } = await say({ jsonrpc: "2.0", id: 7, method, params });
    expect([status, body]).toEqual([200, { jsonrpc: "2.0", id: 7, result: expect.any(Object) }]);
    return body.result!;
  };
  return { bearer, say, request };
}

const begin = (protocolVersion: unknown) => ({
  jsonrpc: "2.0",
  id: "first",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "a test", version: "1" } },
});

test.each([
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  // If the version is unknown, the server offers its latest and the client disconnects if it doesn't support
  // that.
  ["1999-01-01", "2025-11-25"],
  ["2099-01-01", "2025-11-25"],
  ["", "2025-11-25"],
])("offers version %s to a client that requests %s", async (wanted, offered) => {
  const { say } = await speaking();
  const { status, body, headers } = await say(begin(wanted));
  expect([status, body.id, headers.get("content-type")]).toEqual([200, "first", "application/json"]);
  // No session id, and only supported capabilities.
  expect(headers.get("mcp-session-id")).toBeNull();
  expect(body.result).toEqual({
    protocolVersion: offered,
    capabilities: { tools: {} },
    serverInfo: { name: "earshot", title: "Earshot", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    instructions: expect.any(String),
  });
});

test("responds to requests and notifications in any order", async () => {
  const { say, request } = await speaking();
  expect(await request("ping")).toEqual({});
  for (const method of [
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/of-tomorrow",
  ]) {
    const params = method.endsWith("cancelled") ? { requestId: 1, reason: "no need" } : undefined;
    const { status, body } = await say({ jsonrpc: "2.0", method, params });
    expect([method, status, body]).toEqual([method, 202, undefined]);
  }
  // The id is returned unchanged, even an unusual one.
  for (const id of [0, -1, "", "1", "ä".repeat(200)])
    expect((await say({ jsonrpc: "2.0", id, method: "ping" })).body).toEqual({
      jsonrpc: "2.0",
      id,
      result: {},
    });
});

interface Listed {
  name: string;
  description: string;
  inputSchema: { type: string; properties?: Record<string, object>; required?: string[] };
}

test("each tool has a valid name and a valid schema", async () => {
  const { request, say } = await speaking();
  const { tools, nextCursor } = (await request("tools/list")) as { tools: Listed[]; nextCursor?: string };
  expect(nextCursor).toBeUndefined();
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  for (const { name, description, inputSchema } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    expect(description.length).toBeGreaterThan(20);
    expect([name, inputSchema.type]).toEqual([name, "object"]);
    expect(() => ajv.compile(inputSchema), name).not.toThrow();
  }
  // There is only one page.
  const { status, body } = await say({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: { cursor: "2" },
  });
  expect([status, body.error?.code]).toEqual([200, -32602]);
});

test.each([
  ["an unknown method", "tools/burn", undefined, -32601],
  ["an unsupported feature: resources", "resources/list", {}, -32601],
  ["an unsupported feature: prompts", "prompts/list", {}, -32601],
  ["an unsupported feature: completion", "completion/complete", {}, -32601],
  ["an unsupported feature: log levels", "logging/setLevel", { level: "debug" }, -32601],
  ["an unsupported feature: tasks", "tasks/list", {}, -32601],
  ["a property of every object", "constructor", {}, -32601],
  ["an initialization without parameters", "initialize", undefined, -32602],
  ["an initialization without a version", "initialize", { capabilities: {} }, -32602],
  ["an invalid cursor", "tools/list", { cursor: 2 }, -32602],
  ["a tool call without parameters", "tools/call", undefined, -32602],
  ["a tool call without a name", "tools/call", { arguments: {} }, -32602],
  ["an unknown tool", "tools/call", { name: "drop_tables" }, -32602],
  ["an empty tool name", "tools/call", { name: "" }, -32602],
  ["arguments that are a list", "tools/call", { name: "list_watches", arguments: [1] }, -32602],
  ["arguments that are a text", "tools/call", { name: "list_watches", arguments: "limit=1" }, -32602],
])("returns a protocol error for %s", async (_name, method, params, code) => {
  const { say } = await speaking();
  const { status, body } = await say({ jsonrpc: "2.0", id: 3, method, params });
  expect([status, body]).toEqual([
    200,
    { jsonrpc: "2.0", id: 3, error: { code, message: expect.any(String) } },
  ]);
  expect(body.error!.message.length).toBeLessThan(500);
});

test.each([
  ["list_watches", { limit: "many" }, "limit"],
  ["create_watch", {}, "keyword"],
  ["create_watch", { keyword: 7 }, "keyword"],
  ["search_matches", { kind: "poem" }, "kind"],
  ["get_match", {}, "id"],
  ["explain_link", { url: null }, "url"],
])("%s with %j returns a tool error that names the field", async (name, input, field) => {
  const { request } = await speaking();
  const result = (await request("tools/call", { name, arguments: input })) as {
    isError: boolean;
    content: { type: string; text: string }[];
    structuredContent?: object;
  };
  expect([result.isError, result.content.length, result.structuredContent]).toEqual([true, 1, undefined]);
  const outcome = JSON.parse(result.content[0]!.text) as { code: string; errors: object };
  expect(outcome).toMatchObject({ code: "VALIDATION_ERROR", errors: { [field]: [expect.any(String)] } });
});

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
test.each<[string, unknown, number, string]>([
  ["nothing", undefined, -32600, "VALIDATION_ERROR"],
  ["invalid JSON", "{", -32700, "MALFORMED_JSON"],
  ["JSON with extra characters", `${JSON.stringify(list)}}`, -32700, "MALFORMED_JSON"],
  ["a batch", [list, list], -32600, "VALIDATION_ERROR"],
  ["a batch of one", [list], -32600, "VALIDATION_ERROR"],
  ["an empty batch", [], -32600, "VALIDATION_ERROR"],
  ["a string", '"tools/list"', -32600, "VALIDATION_ERROR"],
  ["null", "null", -32600, "VALIDATION_ERROR"],
  ["another protocol", { ...list, jsonrpc: "1.0" }, -32600, "VALIDATION_ERROR"],
  ["a method that isn't a string", { ...list, method: 1 }, -32600, "VALIDATION_ERROR"],
  ["positional parameters", { ...list, params: ["x"] }, -32600, "VALIDATION_ERROR"],
  ["a null id", { ...list, id: null }, -32600, "VALIDATION_ERROR"],
  ["a fractional id", { ...list, id: 1.5 }, -32600, "VALIDATION_ERROR"],
  ["an unsolicited response", { jsonrpc: "2.0", id: 1, result: {} }, -32600, "VALIDATION_ERROR"],
  ["a NUL", { ...list, params: { x: "\0" } }, -32600, "VALIDATION_ERROR"],
])("rejects invalid messages: %s", async (_name, sent, code, ours) => {
  const { say } = await speaking();
  const { status, body } = await say(sent);
  const error = { code, message: expect.any(String), data: expect.objectContaining({ code: ours }) };
  expect([status, body]).toEqual([400, { jsonrpc: "2.0", id: null, error }]);
});

test("rejects messages that are too deeply nested or too long", async () => {
  const { say } = await speaking();
  expect(await say(deep)).toMatchObject({ status: 400, body: { id: null, error: { code: -32700 } } });
  const { status, body } = await say({ ...list, params: { x: "x".repeat(70_000) } });
  expect([status, body]).toEqual([413, expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" })]);
});

test.each<[string, Record<string, string>, number]>([
  ["an unknown version", { "mcp-protocol-version": "1999-01-01" }, 400],
  ["an empty version", { "mcp-protocol-version": "" }, 400],
  ["an earlier version", { "mcp-protocol-version": "2025-06-18" }, 200],
  ["an unknown session", { "mcp-session-id": "of somewhere else" }, 200],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["plain text", { "content-type": "text/plain" }, 415],
  ["JSON in a charset", { "content-type": "application/json; charset=utf-8" }, 200],
  // Responses are always JSON, so the Accept header doesn't matter.
  ["any accepted type", { accept: "*/*" }, 200],
  ["only JSON accepted", { accept: "application/json" }, 200],
  ["our own origin", { origin: testSettings.APP_URL }, 200],
  ["another origin", { origin: "https://evil.example" }, 403],
  [
    "a hostname that resolves to this server",
    { origin: "http://evil.example:3000", host: "evil.example:3000" },
    403,
  ],
  ["another port of this machine", { origin: "http://localhost:1" }, 403],
  ["an opaque origin", { origin: "null" }, 403],
])("handles requests with %s", async (_name, headers, wanted) => {
  const { say } = await speaking();
  const { status, body } = await say(list, headers);
  expect(status).toBe(wanted);
  if (wanted === 200) expect(body.result).toHaveProperty("tools");
  if (wanted === 400 || wanted === 403)
    expect(body).toEqual({ jsonrpc: "2.0", id: null, error: { code: -32000, message: expect.any(String) } });
});

test("checks the version header after initialization; without one it assumes an early version", async () => {
  const { bearer, say } = await speaking();
  expect((await say(begin("2025-11-25"), { "mcp-protocol-version": "1999-01-01" })).status).toBe(200);
  const { status } = await call(mcp.POST, "POST", "/api/mcp", { bearer, body: list });
  expect(status).toBe(200);
});

test("responds 405 to requests for streams and sessions", async () => {
  const { bearer } = await speaking();
  for (const method of ["GET", "DELETE", "PUT", "PATCH"] as const) {
    const headers = { accept: "text/event-stream", "last-event-id": "1", "mcp-session-id": "1" };
    const { status, headers: outcome } = await call(mcp[method], method, "/api/mcp", { bearer, headers });
    expect([method, status, outcome.get("allow")]).toEqual([method, 405, "POST"]);
  }
});

test("responds 401 without information if the key is missing or invalid", async () => {
  for (const bearer of [undefined, "Bearer esk_none", "Basic eDp5"]) {
    const { status, body, headers } = await call<{ code: string }>(mcp.POST, "POST", "/api/mcp", {
      ...(bearer && { bearer }),
      body: begin("2025-11-25"),
    });
    expect([status, body.code, headers.get("www-authenticate")]).toEqual([401, "UNAUTHORIZED", "Bearer"]);
  }
});

test("the docs list every tool with its arguments and required scope", async () => {
  const { request } = await speaking();
  const { tools } = (await request("tools/list")) as { tools: Listed[] };
  const reading = (await (await speaking("read")).request("tools/list")) as { tools: Listed[] };
  const [, about = "", takes = ""] = readFileSync("docs/mcp.md", "utf8").split("| tool ");
  const keys = [...about.matchAll(/^\| `(\w+)`.*\| (\w+) +\|$/gm)].map(([, name, key]) => [name, key]);
  const isReading = (name: string) => reading.tools.some((one) => one.name === name);
  expect(keys).toEqual(tools.map(({ name }) => [name, isReading(name) ? "read" : "write"]));
  const outcome = [...takes.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)].map(([, name, names = ""]) => {
    const every = [...names.matchAll(/(\*\*)?`(\w+)`/g)];
    const required = every.filter(([, bold]) => bold).map(([, , one]) => one!);
    return [name, every.map(([, , one]) => one!).toSorted(), required.toSorted()];
  });
  expect(outcome).toEqual(
    tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
      name,
      Object.keys(properties).toSorted(),
      required.toSorted(),
    ]),
  );
});
