import { namedSchemas, type JsonSchema } from "./schemas";

/** From the examples of its fields. Required fields without one get a plain value; others are left out. */
export function exampleFor(schema: JsonSchema): unknown {
  const { examples, anyOf, allOf, $ref, properties } = schema as Shape;
  if (examples !== undefined) return examples[0];
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ($ref !== undefined) return exampleFor(getNamed($ref));
  if (anyOf !== undefined) return exampleFor(chosen(anyOf));
  if (allOf !== undefined) return Object.assign({}, ...allOf.map(exampleFor));
  if (properties !== undefined) return exampleObject(schema);
  return plainValue(schema);
}

interface Shape {
  examples?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** Ids and times that can be null are null, other alternatives have an example. */
function chosen(alternatives: readonly JsonSchema[]): JsonSchema {
  return (
    alternatives.find(hasExample) ?? alternatives.find(({ type }) => type === "null") ?? alternatives[0]!
  );
}

function exampleObject(schema: JsonSchema): object {
  const { properties = {}, required = [] } = schema as Shape;
  const shown = Object.entries(properties).filter(([name, one]) => required.includes(name) || isShown(one));
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleFor(one)]));
}

/** True for an example other than those of all ids and times. */
const isShown = ({ examples, format }: JsonSchema) => examples !== undefined && format === undefined;

function hasExample(schema: JsonSchema): boolean {
  const { anyOf, $ref, items, properties } = schema as Shape;
  if (isShown(schema) || $ref !== undefined) return true;
  return [...(anyOf ?? []), ...(items ? [items] : []), ...Object.values(properties ?? {})].some(hasExample);
}

function getNamed($ref: string): JsonSchema {
  return namedSchemas()[$ref.slice($ref.lastIndexOf("/") + 1)]!;
}

function plainValue({ type, items = {}, minItems = 0, minimum = 0 }: JsonSchema): unknown {
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return minimum;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: hasExample(items as JsonSchema) ? 1 : Number(minItems) }, () =>
        exampleFor(items as JsonSchema),
      );
    case "object":
      return {};
    default:
      return null;
  }
}
