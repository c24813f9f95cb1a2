import { expect, test } from "vitest";
import { allOperations } from "@/contract/operations/all";
import { exampleFor } from "@/server/http/openapi/example";
import { responseSchema } from "@/server/http/openapi/schemas";
import { valueText } from "@/server/http/openapi/shapes";

const answering = Object.entries(allOperations).filter(
  ([, { kind, response }]) => response !== undefined && (kind === "open" || kind === "user"),
);
const input: Record<string, unknown> = Object.fromEntries(
  answering.map(([id, { response: response }]) => [id, exampleFor(responseSchema(response!))]),
);

test("each text in a sample has an example in its schema", () => {
  expect(answering.length).toBeGreaterThan(80);
  expect(JSON.stringify(input)).not.toContain('"text"}');
  expect(Object.values(input).filter((value) => /:"text"/.test(JSON.stringify(value)))).toEqual([]);
});

test.each(answering)("the sample of %s matches its schema in every field", (id, { response }) => {
  // The schema would drop unknown fields.
  expect(response!.parse(input[id])).toEqual(input[id]);
  expect(JSON.parse(valueText(input[id]))).toEqual(input[id]);
});

test("the samples contain only reserved domains and truncated secrets", () => {
  const text = JSON.stringify(input);
  for (const [email] of text.matchAll(/[\w.+-]+@[\w.-]+/g)) expect(email).toMatch(/\.example\.?$/);
  const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
  const made = hosts.filter((host) => host !== "…" && !host!.endsWith(".example"));
  expect([...new Set(made)]).toEqual(["www.reddit.com"]);
  // Secrets are truncated after their prefix.
  for (const [secret] of text.matchAll(/(?:esk_|esr_|whsec_|eyJ)[^"]*/g))
    expect(secret).toMatch(/^\w{3,6}…$/);
});

test("formats values on one line if they fit, and arrays of numbers always", () => {
  expect(valueText([Array<number>(24).fill(0)])).toBe(`[\n  [ ${"0, ".repeat(23)}0 ]\n]`);
  expect(valueText({ a: [1, 2], b: "x\ny" })).toBe('{ "a": [ 1, 2 ], "b": "x\\ny" }');
  expect(valueText({ a: "x".repeat(70), b: [] })).toBe(`{\n  "a": "${"x".repeat(70)}",\n  "b": []\n}`);
  for (const line of Object.values(input).flatMap((one) => valueText(one).split("\n")))
    expect(line.length).toBeLessThanOrEqual(130);
});
