import { expect, test } from "vitest";
import { goesTo, named } from "@/features/watches/named-destinations";

const one = (_id: string, isDefault = true, isActive = true) => ({ _id, isDefault, isActive });
const all = [
  one("mail"),
  one("slack"),
  one("desk", false),
  one("old", true, false),
  one("gone", false, false),
];

test.each([
  ["none", [], ["mail", "slack"]],
  ["one", ["desk"], ["desk"]],
  ["an active and a disabled one", ["desk", "gone"], ["desk", "gone"]],
  ["only a disabled one", ["gone"], ["mail", "slack"]],
  ["a deleted one", ["removed"], ["mail", "slack"]],
])("alert destinations of a watch that names %s", (_, chosen, expected) => {
  expect(goesTo(all, chosen)).toEqual(expected);
});

test.each([
  ["another destination", [], "desk", ["mail", "slack", "desk"]],
  ["a default destination", [], "mail", ["slack"]],
  ["back to the defaults", ["mail"], "slack", []],
  ["a disabled one", ["desk"], "gone", ["desk", "gone"]],
  ["the last one", ["desk"], "desk", null],
])("toggling %s", (_, before, id, expected) => {
  expect(named(all, before, id)).toEqual(expected);
});
