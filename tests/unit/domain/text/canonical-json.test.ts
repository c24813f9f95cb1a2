import { expect, test } from "vitest";
import { canonicalJson } from "@/domain/text/canonical-json";

test("serializes the example of RFC 8785, section 3.2.2", () => {
  const input =
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(input))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("sorts by UTF-16 code units, as in section 3.2.3", () => {
  const names = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const input = Object.fromEntries(names.map((name) => [name, 0]));
  const order = Object.keys(JSON.parse(canonicalJson(input)) as object).filter((name) => name !== "1");
  expect(order).toEqual(["\r", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"]);
});

test("serializes the numbers of appendix B", () => {
  for (const [number, text] of [
    [-0, "0"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740992, "9007199254740992"],
    [295147905179352830000, "295147905179352830000"],
    [999999999999999900000, "999999999999999900000"],
    [1e21, "1e+21"],
    [1424953923781206.2, "1424953923781206.2"],
  ] as const)
    expect(canonicalJson(number)).toBe(text);
});

test("rejects what JSON can't represent", () => {
  for (const value of [NaN, Infinity, undefined, "\ud83d"])
    expect(() => canonicalJson({ value })).toThrow(TypeError);
});
