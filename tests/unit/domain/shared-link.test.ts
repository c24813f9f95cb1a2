import { expect, test } from "vitest";
import { checkPath, type Shared, getSharedAddress, getSharedLink } from "@/domain/shared-link";

test.each<[string, Shared, string | undefined]>([
  ["nothing", {}, undefined],
  ["an address", { check: "https://news.example/a" }, "https://news.example/a"],
  [
    "an address and a text with another",
    { check: "https://a.example/", text: "https://b.example/" },
    "https://a.example/",
  ],
  ["the shortcut, which says nothing", { check: "" }, ""],
  [
    "an address in a text",
    { check: "", text: "Look: https://news.example/a and so on" },
    "https://news.example/a",
  ],
  ["one that ends a sentence", { text: "See “https://news.example/a”." }, "https://news.example/a"],
  [
    "one with brackets of its own",
    { text: "https://en.example/wiki/Ear_(organ)" },
    "https://en.example/wiki/Ear_(organ)",
  ],
  [
    "an address in a title",
    { text: "Worth a look", title: "HTTPS://news.example/a" },
    "HTTPS://news.example/a",
  ],
  [
    "one in both: the text's",
    { text: "https://a.example/", title: "https://b.example/" },
    "https://a.example/",
  ],
  ["neither", { text: "nothing to open", title: "javascript:alert(1)" }, ""],
])("%s", (_name, shared, link) => expect(getSharedLink(shared)).toBe(link));

test.each<[string, Shared, string]>([
  ["an address is taken as it is", { check: "https://news.example/a?" }, "https://news.example/a?"],
  ["what some apps call an address", { check: "A post https://news.example/a" }, "https://news.example/a"],
  ["words are not shown", { check: "Your account is locked, call 555", text: "now" }, ""],
  ["nor other schemes", { check: "javascript:alert(1)", title: "data:text/html,x" }, ""],
  [
    "a title's after the words",
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
