import { expect, test } from "vitest";
import { watchDraft, watchPatch } from "@/contract/watch";
import { expressionLimits } from "@/domain/query/expression";
import { requestSchema, type JsonSchema } from "@/server/http/openapi/schemas";

test.each([
  ["a new watch", watchDraft],
  ["a change", watchPatch],
])("the schema of %s documents the limits of expressions", (_name, shape) => {
  const { expression } = requestSchema(shape).properties as Record<string, { anyOf: JsonSchema[] }>;
  const { length, leaves, depth } = expressionLimits;
  const [text, none] = expression!.anyOf;
  expect([text, none]).toMatchObject([{ type: "string", maxLength: length }, { type: "null" }]);
  expect(text!.description).toMatch(new RegExp(`${leaves} terms, nested up to ${depth} levels deep`));
  // Longer expressions are accepted here, so the parser can report the position of the excess.
  const fits = (text: string) => shape.safeParse({ keyword: "x", expression: text }).success;
  expect([fits("x".repeat(length)), fits("x".repeat(length + 1)), fits("x".repeat(100_000))]).toEqual([
    true,
    true,
    false,
  ]);
});
