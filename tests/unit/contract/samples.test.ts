import { expect, test } from "vitest";
import { allOperations } from "@/contract/operations/all";
import { samples } from "@/contract/operations/samples";
import { valueText } from "@/server/http/openapi/shapes";

const answering = Object.entries(allOperations).filter(
  ([, { kind, answer }]) => answer !== undefined && (kind === "open" || kind === "user"),
);
const given = samples as Record<string, unknown>;

test("every call that answers JSON has a sample, and no other", () => {
  expect(Object.keys(given).toSorted()).toEqual(answering.map(([id]) => id).toSorted());
});

test.each(answering)("%s may answer its sample, field by field", (id, { answer }) => {
  // Whatever the shape doesn't know it would drop.
  expect(answer!.parse(given[id])).toEqual(given[id]);
  expect(JSON.parse(valueText(given[id]))).toEqual(given[id]);
});

test("nothing in the samples is anybody's", () => {
  const text = JSON.stringify(given);
  for (const [email] of text.matchAll(/[\w.+-]+@[\w.-]+/g)) expect(email).toMatch(/\.example\.?$/);
  const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
  const made = hosts.filter((host) => host !== "…" && !host!.endsWith(".example"));
  expect([...new Set(made)]).toEqual(["www.reddit.com"]);
  // Secrets begin as they do, and end there.
  for (const [secret] of text.matchAll(/(?:esk_|esr_|whsec_|eyJ)[^"]*/g))
    expect(secret).toMatch(/^\w{3,6}…$/);
});

test("what fits on a line stands on one, and what is longer doesn't, but for numbers", () => {
  expect(valueText([Array<number>(24).fill(0)])).toBe(`[\n  [ ${"0, ".repeat(23)}0 ]\n]`);
  expect(valueText({ a: [1, 2], b: "x\ny" })).toBe('{ "a": [ 1, 2 ], "b": "x\\ny" }');
  expect(valueText({ a: "x".repeat(70), b: [] })).toBe(`{\n  "a": "${"x".repeat(70)}",\n  "b": []\n}`);
  for (const line of Object.values(given).flatMap((one) => valueText(one).split("\n")))
    expect(line.length).toBeLessThanOrEqual(130);
});
