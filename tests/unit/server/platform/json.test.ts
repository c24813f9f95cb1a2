import fc from "fast-check";
import { expect, test } from "vitest";
import { checkJsonSize, jsonLimits, parseJson } from "@/server/platform/json";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const { levels, values } = jsonLimits;

test("accepts JSON at the limits", () => {
  expect(() => parseJson(bytes(nested(levels)))).not.toThrow();
  expect(parseJson(bytes(`[${Array.from({ length: values - 1 }, () => "1").join()}]`))).toHaveLength(
    values - 1,
  );
});

test.each([
  ["arrays", nested(levels + 1)],
  ["objects", `${'{"a":'.repeat(levels + 1)}1${"}".repeat(levels + 1)}`],
  ["arrays and objects after strings with brackets", `["]]]]",${'{"}":['.repeat(levels)}]`],
  ["unclosed brackets", "[".repeat(1_000_000)],
])("rejects %s nested too deeply", (_name, text) => {
  expect(() => parseJson(bytes(text))).toThrow(
    expect.objectContaining({ code: "MALFORMED_JSON", message: expect.stringContaining("100 levels") }),
  );
});

test.each([
  ["numbers", `[${"1,".repeat(values)}1]`],
  ["empty arrays", `[${"[],".repeat(values)}[]]`],
  ["strings", `[${'"a",'.repeat(values)}"a"]`],
  ["members", `{${Array.from({ length: values }, (_, n) => `"${n}":null`).join()}}`],
])("rejects too many values: %s", (_name, text) => {
  expect(() => parseJson(bytes(text))).toThrow(
    expect.objectContaining({
      code: "PAYLOAD_TOO_LARGE",
      message: expect.stringContaining("100,000 values"),
    }),
  );
});

test("doesn't count member names and string contents as values", () => {
  const members = Array.from({ length: values - 1 }, (_, n) => `"${n},,[[":0`).join();
  expect(() => checkJsonSize(bytes(`{${members}}`))).not.toThrow();
  expect(() => checkJsonSize(bytes(JSON.stringify("[,".repeat(1_000_000))))).not.toThrow();
  expect(() => checkJsonSize(bytes(JSON.stringify('\\"[,'.repeat(1_000_000))))).not.toThrow();
});

test.each(["{", '{"a":}', "[1,]", "nul", '"\\x"', ""])("rejects %s as malformed", (text) => {
  expect(() => parseJson(bytes(text))).toThrow(expect.objectContaining({ code: "MALFORMED_JSON" }));
});

test("parses the output of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), fc.constantFrom(0, 1), (value, indent) => {
      expect(parseJson(bytes(JSON.stringify(value, null, indent)))).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});
