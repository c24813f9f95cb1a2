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
  ["one that is on and one that is off", ["desk", "gone"], ["desk", "gone"]],
  ["only what is off", ["gone"], ["mail", "slack"]],
  ["what is no more", ["removed"], ["mail", "slack"]],
])("alert destinations of a watch that names %s", (_, chosen, expected) => {
  expect(goesTo(all, chosen)).toEqual(expected);
});

test.each([
  ["one more", [], "desk", ["mail", "slack", "desk"]],
  ["one less", [], "mail", ["slack"]],
  ["back to what all watches do", ["mail"], "slack", []],
  ["one that is off", ["desk"], "gone", ["desk", "gone"]],
  ["the last one", ["desk"], "desk", null],
])("toggling %s", (_, before, id, expected) => {
  expect(named(all, before, id)).toEqual(expected);
});
