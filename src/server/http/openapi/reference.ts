import { perProcess } from "@/adapters/per-process";
import { nouns } from "@/contract/operations/nouns";
import type { Operation, Operations } from "@/contract/operations/operation";
import type { ListedNoun, ReferenceCall, ReferenceNoun } from "@/contract/reference";
import { env } from "@/env";
import { codesByStatus } from "./errors";
import { exampleFor } from "./example";
import { parameters } from "@/contract/operations/parameters";
import { responseSchema, namedSchemas, requestSchema, type JsonSchema } from "./schemas";
import { getFields, namesIn, typeText, valueText } from "./shapes";

const isPublic = ({ kind }: Operation) => kind === "open" || kind === "user";

/** From the same source as the OpenAPI document. Null if the resource is unknown. */
export function getReference(id: string): ReferenceNoun | null {
  if (!Object.hasOwn(nouns, id)) return null;
  const built = perProcess("earshotReference", () => new Map<string, ReferenceNoun>());
  const noun = built.get(id) ?? described(id as keyof typeof nouns);
  built.set(id, noun);
  return noun;
}

export function listedNouns(): ListedNoun[] {
  return Object.keys(nouns).map((noun) => {
    const { id, title, calls } = getReference(noun)!;
    return { id, title, calls: calls.map(({ id, title, method, path }) => ({ id, title, method, path })) };
  });
}

function described(id: keyof typeof nouns): ReferenceNoun {
  const { title, operations } = nouns[id];
  const shown = Object.entries(operations as Operations).filter(([, one]) => isPublic(one));
  const responses = shown.flatMap(([, { response }]) => (response ? [responseSchema(response)] : []));
  const sampled = new Map<string, string>();
  const calls = shown.map(([name, one]) => ({ ...callOf(name, one), sample: getSample(name, one, sampled) }));
  return { id, title, calls, shapes: shapesIn(responses) };
}

/** Returns a sample response. Identical samples are shown only once per page. */
function getSample(
  id: string,
  { response }: Operation,
  sampled: Map<string, string>,
): ReferenceCall["sample"] {
  if (response === undefined) return null;
  const text = valueText(exampleFor(responseSchema(response)));
  const like = sampled.get(text);
  if (like !== undefined) return { like: { id: like, title: getTitle(like) } };
  sampled.set(text, id);
  return { text };
}

function callOf(id: string, operation: Operation): Omit<ReferenceCall, "sample"> {
  const { method, path, summary, query, body, response, media, status } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const fields = [
    { where: "Path", fields: inPath.map((name) => ({ name, type: "string", isRequired: true })) },
    { where: "Query", fields: query ? getFields(requestSchema(query)) : [] },
    { where: "Body", fields: body ? getFields(requestSchema(body)) : [] },
  ];
  return {
    id,
    title: getTitle(id),
    summary,
    method,
    path,
    access: accessOf(operation),
    fields: fields.filter((one) => one.fields.length > 0),
    response: {
      status: String(status ?? (response || media ? 200 : 204)),
      text: response ? typeText(responseSchema(response)) : (media ?? "Nothing"),
    },
    errors: codesByStatus(operation).map(([status, codes]) => ({ status, codes })),
    curl: curlOf(operation),
  };
}

/** 'createWatch' → 'Create watch' */
function getTitle(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function accessOf({ kind, key }: Operation): string {
  if (kind === "open") return "No sign-in required";
  if (key === "read") return "Read key";
  return key === "write" ? "Write key" : "Signed in only";
}

/** Values that only the caller knows are shell variables. Without API key access, uses a session token. */
function curlOf({ method, path, kind, key, query, body }: Operation): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => parameters[name]?.example ?? `$${name.toUpperCase()}`,
  );
  const example = query ? (exampleFor(requestSchema(query)) as Record<string, string>) : {};
  const search = new URLSearchParams(example).toString();
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${env().APP_URL}${filled}${search && `?${search}`}"`,
    ...(kind === "user" ? [`-H "Authorization: Bearer $EARSHOT_${key === "never" ? "TOKEN" : "KEY"}"`] : []),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d '${bodyText(exampleFor(requestSchema(body)))}'`]
      : []),
  ];
  return lines.join(" \\\n  ");
}

/** The body in single quotes, with shell variables outside the quotes. */
function bodyText(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll(/"(\$[A-Z0-9_]+)"/g, `"'"$1"'"`);
}

function shapesIn(responses: JsonSchema[]): ReferenceNoun["shapes"] {
  const all = namedSchemas();
  const found = new Set(namesIn(responses));
  for (const name of found) for (const inner of namesIn(all[name] ?? {})) found.add(inner);
  return [...found].map((name) => ({ name, text: typeText(all[name] ?? {}) }));
}
