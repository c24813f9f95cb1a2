import { describe, expect, test } from "vitest";
import { getFacts } from "@/sites/stackexchange/facts";
import { inPlace } from "@/sites/stackexchange/link";

const facts = getFacts(true);

describe("places", () => {
  test.each([
    ["stackoverflow", "stackoverflow", "Stack Overflow", "https://stackoverflow.com/"],
    ["stackoverflow.com", "stackoverflow", "Stack Overflow", "https://stackoverflow.com/"],
    ["Stack Overflow", "stackoverflow", "Stack Overflow", "https://stackoverflow.com/"],
    [
      ...["stackoverflow/next.js", "stackoverflow/next.js"],
      ...["Stack Overflow [next.js]", "https://stackoverflow.com/questions/tagged/next.js"],
    ],
    [
      ...["Stack Overflow [rust]", "stackoverflow/rust"],
      ...["Stack Overflow [rust]", "https://stackoverflow.com/questions/tagged/rust"],
    ],
    [
      ...["stackoverflow [c++]", "stackoverflow/c++"],
      ...["Stack Overflow [c++]", "https://stackoverflow.com/questions/tagged/c%2B%2B"],
    ],
    [
      ...["https://stackoverflow.com/questions/tagged/c%2b%2b?tab=Newest", "stackoverflow/c++"],
      ...["Stack Overflow [c++]", "https://stackoverflow.com/questions/tagged/c%2B%2B"],
    ],
    [
      ...["https://stackoverflow.com/questions/tagged/rust+tokio", "stackoverflow/rust"],
      ...["Stack Overflow [rust]", "https://stackoverflow.com/questions/tagged/rust"],
    ],
    ["https://dba.stackexchange.com/", "dba", "Database Administrators", "https://dba.stackexchange.com/"],
    [
      ...["https://webapps.stackexchange.com/tags/invoices/info", "webapps/invoices"],
      ...["Web Applications [invoices]", "https://webapps.stackexchange.com/questions/tagged/invoices"],
    ],
    ["dba.stackexchange", "dba.stackexchange", "Database Administrators", "https://dba.stackexchange.com/"],
    [
      "https://ru.stackoverflow.com/",
      "ru.stackoverflow",
      "Ru.stackoverflow",
      "https://ru.stackoverflow.com/",
    ],
    ["https://mathoverflow.net/", "mathoverflow.net", "MathOverflow", "https://mathoverflow.net/"],
  ])("%s", (typed, name, label, url) => {
    expect(facts.strippedName(` ${typed} `)).toBe(name);
    expect(facts.isPlaceName(name)).toBe(true);
    expect(facts.getLabel(name)).toBe(label);
    expect(facts.getUrl(name)).toBe(url);
  });

  test.each([
    "",
    "forum.example.com",
    "a/b/c",
    "stackoverflow/",
    "stackoverflow/two words",
    "https://example.com/",
  ])("%j isn't a place", (name) => expect(facts.isPlaceName(facts.strippedName(name))).toBe(false));

  test("feeds of the network keep their own addresses", () => {
    const feed = "https://stackoverflow.com/feeds/tag?tagnames=rust&sort=newest";
    expect(facts.strippedName(feed)).toBe(feed);
  });
});

describe("links", () => {
  test.each([
    ["https://stackoverflow.com/questions/12/the-title", "stackoverflow:q:12"],
    ["https://stackoverflow.com/q/12/34", "stackoverflow:q:12"],
    ["https://stackoverflow.com/a/34", "stackoverflow:a:34"],
    ["https://stackoverflow.com/questions/12/the-title/34#34", "stackoverflow:a:34"],
    ["https://stackoverflow.com/questions/12/the-title#34", "stackoverflow:a:34"],
    ["https://stackoverflow.com/questions/12/the-title#comment56_34", "stackoverflow:c:56"],
    ["https://dba.stackexchange.com/posts/comments/56", "dba:c:56"],
    ["https://dba.stackexchange.com/posts/12", "dba:p:12"],
  ])("%s", (address, fullname) => {
    const place = fullname.split(":")[0];
    expect(facts.itemOfLink(address)).toMatchObject({ fullname, place });
  });

  test.each([
    "https://stackoverflow.com/users/1",
    "https://example.com/questions/12",
    "https://stackoverflow.com/",
  ])("%s names no item", (address) => expect(facts.itemOfLink(address)).toBeNull());

  test("an item has a name in each place of its site", () => {
    expect(inPlace("stackoverflow:q:12", "stackoverflow/rust")).toBe("stackoverflow/rust:q:12");
    expect(inPlace("stackoverflow:q:12", "serverfault")).toBeNull();
  });
});
