import type { ReferenceField } from "@/contract/reference";
import type { JsonSchema } from "./schemas";

const reference = "#/components/schemas/";

interface Printing {
  /** Indentation of the fields of objects. Without it, a type is on one line. */
  indent?: string;
  /** Receives each object and choice with the path of the field that has it. */
  onShape?: (shape: string, path: string) => void;
  path?: string;
}

interface Parts {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  enum?: unknown[];
}

export function typeText(schema: JsonSchema, printing: Printing = { indent: "" }): string {
  const { $ref, anyOf, oneOf, allOf, type, items = {}, enum: choices } = schema as Parts;
  const print = (one: JsonSchema) => typeText(one, printing);
  if ($ref !== undefined) return $ref.slice(reference.length);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (choices !== undefined) {
    const text = choices.map((one) => JSON.stringify(one)).join(" | ");
    return choices.length > 1 ? shape(text, printing) : text;
  }
  const types = [type ?? "unknown"].flat();
  const several =
    anyOf ?? oneOf ?? (types.length > 1 ? types.map((one) => ({ ...schema, type: one })) : undefined);
  if (several !== undefined) return [...new Set(several.map(print))].join(" | ");
  if (allOf !== undefined) return allOf.map(print).join(" & ");
  switch (types[0]) {
    case "array":
      return `${grouped(print(items))}[]`;
    case "object":
      return objectText(schema, printing);
    case "integer":
      return "number";
    default:
      return types[0]!;
  }
}

function objectText(schema: JsonSchema, printing: Printing): string {
  const {
    properties = {},
    additionalProperties,
    required = [],
  } = schema as {
    properties?: Record<string, JsonSchema>;
    additionalProperties?: JsonSchema | boolean;
    required?: string[];
  };
  const { indent, path } = printing;
  const inner = indent === undefined ? undefined : `${indent}  `;
  const fields = Object.entries(properties).map(([name, one]) => {
    const type = typeText(one, { ...printing, indent: inner, path: `${path}.${capital(name)}` });
    return `${name}${required.includes(name) ? "" : "?"}: ${type}`;
  });
  if (fields.length === 0) {
    const values = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Record<string, ${typeText(values, printing)}>`;
  }
  if (inner === undefined) return shape(`{ ${fields.join("; ")} }`, printing);
  return `{\n${fields.map((field) => inner + field).join("\n")}\n${indent}}`;
}

function shape(text: string, { onShape, path = "" }: Printing): string {
  onShape?.(text, path);
  return text;
}

function grouped(type: string): string {
  return / [|&] /.test(type) && !type.startsWith("{") ? `(${type})` : type;
}

export const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

const lineLength = 68;

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

export function namesIn(schema: unknown): string[] {
  const found = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...found].map(([, name = ""]) => name))];
}
