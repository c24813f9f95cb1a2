import { expect, test } from "vitest";
import { titled } from "@/domain/reading/untitled";

test("uses the title of an item that has one", () => {
  expect(titled("Quay", "Some text")).toEqual({ title: "Quay" });
});

test.each([
  ["Some text\nand more", "Some text"],
  ["\n\n## A **bold** `head` _here_\n\ntext", "A bold head here"],
  ["> - [a link](https://a.example/x) and ![a picture](https://a.example/p)", "a link and a picture"],
  ["<https://a.example/x>", "https://a.example/x"],
  ["snake_case and 5 \\* 3", "snake_case and 5 * 3"],
  ["***\n\ntext", "text"],
  [`${"long ".repeat(40)}`, `${"long ".repeat(20).trim()}…`],
  ["👩‍👩‍👧".repeat(50), expect.stringMatching(/…$/)],
  ["", "(no text)"],
  [" \n ", "(no text)"],
])("without a title, uses the start of %j", (body, title) => {
  expect(titled("", body)).toEqual({ title, isUntitled: true });
});
