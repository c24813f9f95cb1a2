import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import * as z from "zod";

/** The parts of n8n's workflow format that our workflow uses. */
const workflowShape = z.strictObject({
  name: z.string(),
  nodes: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      type: z.string(),
      typeVersion: z.number(),
      position: z.tuple([z.number(), z.number()]),
      parameters: z.record(z.string(), z.unknown()),
      webhookId: z.uuid().optional(),
    }),
  ),
  connections: z.record(
    z.string(),
    z.strictObject({
      main: z.array(
        z.array(z.strictObject({ node: z.string(), type: z.literal("main"), index: z.literal(0) })),
      ),
    }),
  ),
  settings: z.strictObject({ executionOrder: z.literal("v1") }),
  pinData: z.strictObject({}),
});
type Node = z.infer<typeof workflowShape>["nodes"][number];

const bearer = {
  authentication: z.literal("genericCredentialType"),
  genericAuthType: z.literal("httpBearerAuth"),
  options: z.strictObject({}),
};
/** The parameters of n8n's node types, in the versions that our workflow uses. */
const parametersOf = {
  "n8n-nodes-base.webhook@2": z.strictObject({
    httpMethod: z.literal("POST"),
    path: z.string(),
    responseMode: z.literal("responseNode"),
    options: z.strictObject({ rawBody: z.literal(true) }),
  }),
  "n8n-nodes-base.code@2": z.strictObject({ jsCode: z.string() }),
  "n8n-nodes-base.if@2.2": z.strictObject({
    conditions: z.object({
      combinator: z.literal("and"),
      conditions: z.tuple([
        z.object({
          leftValue: z.string().startsWith("={{"),
          operator: z.strictObject({
            type: z.literal("boolean"),
            operation: z.literal("true"),
            singleValue: z.literal(true),
          }),
        }),
      ]),
    }),
    options: z.strictObject({}),
  }),
  "n8n-nodes-base.respondToWebhook@1.1": z.strictObject({
    respondWith: z.literal("noData"),
    options: z.strictObject({ responseCode: z.number() }),
  }),
  "n8n-nodes-base.splitOut@1": z.strictObject({ fieldToSplitOut: z.string(), options: z.strictObject({}) }),
  "n8n-nodes-base.httpRequest@4.2": z.discriminatedUnion("method", [
    z.strictObject({
      ...bearer,
      method: z.literal("GET"),
      url: z.string(),
      sendQuery: z.literal(true),
      queryParameters: z.strictObject({
        parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      }),
    }),
    z.strictObject({
      ...bearer,
      method: z.literal("POST"),
      url: z.string(),
      sendBody: z.literal(true),
      specifyBody: z.literal("json"),
      jsonBody: z.string(),
    }),
  ]),
};
type NodeType = keyof typeof parametersOf;

interface Item {
  json: Record<string, unknown>;
  binary?: { data: Buffer };
}
export interface Call {
  headers: Record<string, unknown>;
  body: Buffer;
}
/** The result of a run: the response status and the output of each node. */
export interface Run {
  status: number | undefined;
  out: Map<string, Item[]>;
}

export function readWorkflow(file: string) {
  const workflow = workflowShape.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const node of workflow.nodes) getShape(node).parse(node.parameters);
  return workflow;
}

function getShape({ type, typeVersion, name }: Node): z.ZodType {
  const shape = parametersOf[`${type}@${typeVersion}` as NodeType] as z.ZodType | undefined;
  if (shape === undefined) throw new Error(`${name}: no node type that we know`);
  return shape;
}

const parsed = <Type extends NodeType>(node: Node, type: Type) =>
  parametersOf[type].parse(node.parameters) as z.infer<(typeof parametersOf)[Type]>;

/**
 * Runs a workflow as n8n does. `fill` makes the edits expected from the user, `memory` is the static data.
 */
export async function runWorkflow(
  workflow: z.infer<typeof workflowShape>,
  call: Call,
  { key, memory, fill }: { key: string; memory: object; fill: (code: string) => string },
): Promise<Run> {
  const run: Run = { status: undefined, out: new Map() };
  const named = new Map(workflow.nodes.map((node) => [node.name, node]));
  const context = { memory, fill, key, run };
  const waiting: { name: string; items: Item[] }[] = [];
  const [start] = workflow.nodes.filter(({ type }) => type.endsWith(".webhook"));
  const first: Item = {
    json: { headers: call.headers, body: JSON.parse(call.body.toString()) as unknown },
    binary: { data: call.body },
  };
  waiting.push({ name: start!.name, items: [first] });
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, items } = next;
    const outputs = await work(named.get(name)!, items, context);
    run.out.set(name, outputs.flat());
    for (const [at, targets] of (workflow.connections[name]?.main ?? []).entries()) {
      const passed = outputs[at] ?? [];
      if (passed.length > 0) waiting.push(...targets.map(({ node }) => ({ name: node, items: passed })));
    }
  }
  return run;
}

interface Context {
  memory: object;
  fill: (code: string) => string;
  key: string;
  run: Run;
}

/** Returns the items for each output of a node. */
async function work(node: Node, items: Item[], context: Context): Promise<Item[][]> {
  switch (`${node.type}@${node.typeVersion}` as NodeType) {
    case "n8n-nodes-base.webhook@2":
      return [items];
    case "n8n-nodes-base.code@2":
      return [await runCode(context.fill(parsed(node, "n8n-nodes-base.code@2").jsCode), items, context)];
    case "n8n-nodes-base.if@2.2": {
      const [condition] = parsed(node, "n8n-nodes-base.if@2.2").conditions.conditions;
      const holds = (item: Item) => valueOf(condition.leftValue, item, context.run) === true;
      return [items.filter(holds), items.filter((item) => !holds(item))];
    }
    case "n8n-nodes-base.respondToWebhook@1.1":
      context.run.status = parsed(node, "n8n-nodes-base.respondToWebhook@1.1").options.responseCode;
      return [items];
    case "n8n-nodes-base.splitOut@1": {
      const field = parsed(node, "n8n-nodes-base.splitOut@1").fieldToSplitOut;
      const each = items.flatMap(({ json }) => json[field] as Record<string, unknown>[]);
      return [each.map((json) => ({ json }))];
    }
    case "n8n-nodes-base.httpRequest@4.2":
      return [(await Promise.all(items.map((item) => request(node, item, context)))).flat()];
  }
}

async function request(node: Node, item: Item, { key, run }: Context): Promise<Item[]> {
  const requested = parsed(node, "n8n-nodes-base.httpRequest@4.2");
  const url = new URL(String(valueOf(requested.url, item, run)));
  if (requested.method === "GET")
    for (const { name, value } of requested.queryParameters.parameters) url.searchParams.append(name, value);
  const body = requested.method === "POST" ? String(valueOf(requested.jsonBody, item, run)) : undefined;
  const response = await fetch(url, {
    method: requested.method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) },
    body,
  });
  if (!response.ok) throw new Error(`${node.name}: ${response.status} ${await response.text()}`);
  const said = (await response.json()) as Item["json"] | Item["json"][];
  return (Array.isArray(said) ? said : [said]).map((json) => ({ json }));
}

type Script = (...input: unknown[]) => Promise<unknown>;
const scriptOf = (names: string[], code: string) => new AsyncFunction(...names, code);
const AsyncFunction = (async () => undefined).constructor as new (...texts: string[]) => Script;
const require = createRequire(import.meta.url);

/** n8n only lets scripts load modules that its operator allows. Ours needs one. */
const allowed = (name: string): unknown => {
  if (name !== "crypto") throw new Error(`Module '${name}' is disallowed`);
  return require(name);
};

async function runCode(code: string, items: Item[], { memory, run }: Context): Promise<Item[]> {
  const input = {
    $input: { first: () => items[0], all: () => items },
    $: from(run),
    $getWorkflowStaticData: () => memory,
    require: allowed,
  };
  const helpers = { getBinaryDataBuffer: (at: number) => Promise.resolve(items[at]!.binary!.data) };
  const script = scriptOf(Object.keys(input), code);
  return (await script.call({ helpers }, ...Object.values(input))) as Item[];
}

const from = (run: Run) => (name: string) => ({ first: () => run.out.get(name)![0] });

/** The value of a parameter, with its expressions evaluated. */
function valueOf(text: string, { json }: Item, run: Run): unknown {
  if (!text.startsWith("=")) return text;
  const whole = /^=\{\{(.*)\}\}$/s.exec(text);
  const of = (code: string): unknown => new Function("$json", "$", `return (${code})`)(json, from(run));
  if (whole && !whole[1]!.includes("}}")) return of(whole[1]!);
  return text.slice(1).replaceAll(/\{\{(.*?)\}\}/gs, (_, code: string) => String(of(code)));
}
