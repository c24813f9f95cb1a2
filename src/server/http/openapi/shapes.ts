import type { ReferenceField } from "@/contract/reference";
import type { JsonSchema } from "./schemas";

const reference = "#/components/schemas/";

/** Formats a schema as a readable type. Named schemas are shown by name. */
export function typeText(schema: JsonSchema, indent = ""): string {
  const { $ref, anyOf, type, const: only } = schema;
  if (typeof $ref === "string") return $ref.slice(reference.length);
  if (Array.isArray(anyOf)) return oneOf(anyOf.map((one) => typeText(one as JsonSchema, indent)));
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum.map((one) => JSON.stringify(one)));
  if (Array.isArray(type)) return oneOf(type.map(String));
  if (type === "array") {
    const items = typeText((schema.items ?? {}) as JsonSchema, indent);
    return items.includes(" | ") && !items.startsWith("{") ? `(${items})[]` : `${items}[]`;
  }
  if (type === "object") return objectText(schema, indent);
  return typeof type === "string" ? type : "any";
}

const oneOf = (types: string[]) => [...new Set(types)].join(" | ");

function objectText({ properties, additionalProperties, required }: JsonSchema, indent: string): string {
  if (properties === undefined)
    return `Record<string, ${typeText((additionalProperties ?? {}) as JsonSchema, indent)}>`;
  const inner = `${indent}  `;
  const names = new Set(required as string[] | undefined);
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, one]) => `${inner}${name}${names.has(name) ? "" : "?"}: ${typeText(one, inner)}`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

const lineLength = 68;

/** Formats a value as readable JSON: short values and arrays of numbers stay on one line. */
export function valueText(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= lineLength) return line;
  if (Array.isArray(value) && value.every((one) => typeof one === "number")) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(
    ([name, one]) =>
      inner + (Array.isArray(value) ? "" : `${JSON.stringify(name)}: `) + valueText(one, inner),
  );
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** The fields of a request with type and constraints. */
export function getFields({ properties = {}, required = [] }: JsonSchema): ReferenceField[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    type: [typeText(schema), ...bounds(schema)].join(", "),
    isRequired: (required as string[]).includes(name),
  }));
}

function bounds(schema: JsonSchema): string[] {
  const own = (Array.isArray(schema.anyOf) ? (schema.anyOf[0] as JsonSchema) : schema) as Record<
    string,
    number | string | undefined
  >;
  const { maxLength, maxItems, minimum, maximum } = own;
  const value = schema.default;
  return [
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`up to ${maxItems}`]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(typeof value === "string" || typeof value === "boolean" || typeof value === "number"
      ? [`default ${JSON.stringify(value)}`]
      : []),
  ];
}

/** Names of the schemas that a schema references. */
export function namesIn(schema: unknown): string[] {
  const found = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...found].map(([, name = ""]) => name))];
}
