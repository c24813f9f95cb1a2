import { expect, test } from "vitest";
import { checkPath, type Shared, getSharedAddress, getSharedLink } from "@/domain/shared-link";

test.each<[string, Shared, string | undefined]>([
  ["nothing", {}, undefined],
  ["a URL", { check: "https://news.example/a" }, "https://news.example/a"],
  [
    "a URL, and a text with another one",
    { check: "https://a.example/", text: "https://b.example/" },
    "https://a.example/",
  ],
  ["the empty field of the shortcut", { check: "" }, ""],
  [
    "a URL in a text",
    { check: "", text: "Look: https://news.example/a and so on" },
    "https://news.example/a",
  ],
  ["a URL at the end of a sentence", { text: "See “https://news.example/a”." }, "https://news.example/a"],
  [
    "a URL with brackets",
    { text: "https://en.example/wiki/Ear_(organ)" },
    "https://en.example/wiki/Ear_(organ)",
  ],
  ["a URL in a title", { text: "Worth a look", title: "HTTPS://news.example/a" }, "HTTPS://news.example/a"],
  [
    "a URL in both: uses the text's",
    { text: "https://a.example/", title: "https://b.example/" },
    "https://a.example/",
  ],
  ["neither", { text: "nothing to open", title: "javascript:alert(1)" }, ""],
])("%s", (_name, shared, link) => expect(getSharedLink(shared)).toBe(link));

test.each<[string, Shared, string]>([
  ["returns a URL unchanged", { check: "https://news.example/a?" }, "https://news.example/a?"],
  [
    "finds the URL in a field that also contains text",
    { check: "A post https://news.example/a" },
    "https://news.example/a",
  ],
  ["ignores words", { check: "Your account is locked, call 555", text: "now" }, ""],
  ["ignores other schemes", { check: "javascript:alert(1)", title: "data:text/html,x" }, ""],
  [
    "finds the title's URL after other words",
    { check: "words", title: "https://news.example/a" },
    "https://news.example/a",
  ],
  ["nothing", {}, ""],
])("getSharedAddress only returns a URL: %s", (_name, shared, address) =>
  expect(getSharedAddress(shared)).toBe(address),
);

test.each([
  "https://news.example/a?b=1&c=2#d",
  "//elsewhere.example",
  "\\elsewhere.example",
  "&add",
  "\ud800",
  "javascript:alert(1)",
])("%s as a shared link stays on our own screen", (link) => {
  const { origin, pathname, searchParams, hash } = new URL(checkPath(link), "https://earshot.example");
  expect([origin, pathname, hash]).toEqual(["https://earshot.example", "/keywords", ""]);
  expect([...searchParams]).toEqual([["check", link.toWellFormed()]]);
});
