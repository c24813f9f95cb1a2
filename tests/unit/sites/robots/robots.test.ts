import { fastestMs } from "../../../support/fastest";
import { describe, expect, test } from "vitest";
import { allows as allowsPath, isAllowed, parseRobots } from "@/sites/robots/robots";

const usual = `# As Discourse sends it
User-agent: *
Disallow: /admin/
Disallow: /search
Disallow: /t/*/*.rss
Disallow: /*?api_key*

User-agent: Mauibot
Disallow: /
`;
const allows = (file: string | Buffer, path: string) => isAllowed({ body: Buffer.from(file), path });
const all = (...rules: string[]) => ["User-agent: *", ...rules].join("\n");

describe("choice of groups", () => {
  test.each([
    [usual, "/posts.json", true],
    [usual, "/posts.json?before=7", true],
    [usual, "/search/x", false],
    [usual, "/t/a-topic/7.rss", false],
    [usual, "/posts.json?api_key=x", false],
    ["", "/posts.json", true],
    ["Disallow: /", "/posts.json", true],
    ["<html>no robots here</html>", "/posts.json", true],
    [all("Disallow: /"), "/posts.json", false],
    [all("Disallow:"), "/posts.json", true],
    ["User-agent: Other\nDisallow: /\nUser-agent: *\nAllow: /", "/posts.json", true],
    ["User-agent: *\nDisallow: /\n\nUser-agent: Earshot\nAllow: /", "/posts.json", true],
    // The crawler's own group overrides '*', even if it is empty.
    ["User-agent: *\nDisallow: /\n\nUser-agent: Earshot\nDisallow:", "/posts.json", true],
    ["User-agent: Earshot\nUser-agent: Other\nDisallow: /posts # not for you", "/posts.json", false],
    ["User-agent: Other\nUser-agent: Earshot\nDisallow: /", "/posts.json", false],
    ["User-agent: Other\n\nUser-agent: Earshot\nDisallow: /", "/posts.json", false],
    ["User-agent: Earshot\nDisallow: /a\nUser-agent: Other\nDisallow: /b", "/b", true],
  ])("%j and %s: %s", (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test.each([
    ...["Earshot", "EARSHOT", "earshot", "Earshot/1.0", "earshot/2", "Earshot (+https://earshot.example)"],
    ...["Earshot Bot", "Earshot*", "  Earshot  ", "Earshot # us", "Earshot;q=1"],
  ])("%j applies to Earshot", (agent) => {
    expect(allows(`User-agent: ${agent}\nDisallow: /`, "/posts.json")).toBe(false);
  });

  test.each([
    "Earshot-News",
    "EarshotBot",
    "Earshot_2",
    "ear",
    "bot Earshot",
    "Mozilla/5.0 Earshot",
    "**",
    "",
  ])("%j doesn't apply", (agent) => {
    expect(allows(`User-agent: ${agent}\nDisallow: /`, "/posts.json")).toBe(true);
  });

  test("merges groups of the same agent, even if they are separated", () => {
    const text = [
      ...["User-agent: Earshot/1.0", "Disallow: /a", "User-agent: *", "Disallow: /c"],
      ...["User-agent: Other", "User-agent: EARSHOT", "Disallow: /b", "Allow: /a/b"],
    ].join("\n");
    const paths = ["/a", "/a/b", "/b", "/c"];
    expect(paths.map((path) => allows(text, path))).toEqual([false, true, false, true]);
  });

  test("merges '*' groups", () => {
    const text =
      "User-agent: *\nDisallow: /a\n\nUser-agent: Other\nDisallow: /\n\nUser-agent: *\nDisallow: /b";
    expect(["/a", "/b", "/c"].map((path) => allows(text, path))).toEqual([false, false, true]);
  });
});

describe("parsing of lines", () => {
  test.each([
    ["CRLF", "user-agent:*\r\ndisallow:/posts.json$\r\n"],
    ["CR", "user-agent:*\rdisallow:/posts.json$\r"],
    ["a byte order mark", "\ufeffUser-agent: *\nDisallow: /"],
    ["half a byte order mark", Buffer.from([0xef, 0xbb, ...Buffer.from("User-agent: *\nDisallow: /")])],
    ["spaces and tabs", "  User-Agent :\t*  \n\tDISALLOW\t: /posts "],
    ["comments", "#\nUser-agent: *# all\nDisallow: /#"],
    ["unknown lines within a group", "User-agent: *\nCrawl-delay: 5\nSitemap: /x\nwhat\nDisallow: /"],
    [
      "a sitemap between agents",
      "User-agent: Other\nSitemap: https://x.example/map\nUser-agent: *\nDisallow: /",
    ],
    ["misspelled fields", "useragent: *\ndissallow: /"],
    ["missing colons", "User-agent *\nDisallow /"],
    ["bytes that aren't UTF-8", Buffer.from([0x23, 0xff, 0xc0, 10, ...Buffer.from(all("Disallow: /"))])],
  ])("%s", (_what, file) => {
    expect(allows(file, "/posts.json")).toBe(false);
  });

  test.each([
    "Disallow posts json",
    "Disallow",
    "Disallow/posts.json",
    ": /",
    "Noindex: /",
    "constructor: /",
  ])("%j is not a rule", (line) => {
    expect(allows(all(line), "/posts.json")).toBe(true);
  });
});

describe("choice of rules", () => {
  test.each([
    [all("Disallow: /", "Allow: /posts"), "/posts.json", true],
    [all("Allow: /posts", "Disallow: /"), "/posts.json", true],
    [all("Disallow: /posts", "Allow: /posts"), "/posts.json", true],
    [all("Allow: /posts", "Disallow: /posts"), "/posts.json", true],
    [all("Allow: /", "Disallow: /posts.json"), "/posts.json", false],
    [all("Disallow: /x/page.html", "Allow: /x/"), "/x/page.html", false],
    [all("Allow: /page", "Disallow: /*.html"), "/page.html", false],
    [all("Allow: /x/page.", "Disallow: /*.html"), "/x/page.html", true],
    [all("Allow: /$", "Disallow: /"), "/", true],
    [all("Allow: /$", "Disallow: /"), "/posts.json", false],
    [all("Disallow: /POSTS"), "/posts.json", true],
    [all("Disallow: posts"), "/posts.json", true],
    [all("Disallow: /posts.json$"), "/posts.json", false],
    [all("Disallow: /posts.json$"), "/posts.json?before=7", true],
    [all("Disallow: /*.json$"), "/posts/7.json", false],
    [all("Disallow: /*.json$"), "/posts/7.json?x", true],
    [all("Disallow: *posts"), "/posts.json", false],
    [all("Disallow: /*"), "/posts.json", false],
    [all("Disallow: /*$"), "/posts.json", false],
    [all("Disallow: /a*b*c"), "/aXbXc", false],
    [all("Disallow: /a*b*c"), "/aXcXb", true],
    [all("Disallow: /a*a$"), "/a", true],
    [all("Disallow: /a$b"), "/a$b", false],
    [all("Disallow: /forum/"), "/forum/posts.json", false],
  ])("%j and %s: %s", (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test.each([
    ["/foo/bar/ツ", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"],
    ["/foo/bar/%E3%83%84", "/foo/bar/ツ"],
    ["/foo/bar/%62%61%7a", "/foo/bar/baz"],
    ["/foo/bar/baz", "/foo/bar/%62%61%7A"],
    ["/foo/a%2Fb", "/foo/a%2fb"],
    ["/foo/file-with-a-%2A.html", "/foo/file-with-a-*.html"],
    ["/foo/foo-%24", "/foo/foo-$"],
    ["/a b", "/a%20b"],
    ["/100%", "/100%"],
  ])("%s equals %s", (pattern, path) => {
    expect(allows(all(`Disallow: ${pattern}`), path)).toBe(false);
  });

  test.each([
    ["/foo/a%2Fb", "/foo/a/b"],
    ["/foo%3Fa", "/foo?a"],
    ["/foo/%2A", "/foo/x"],
  ])("%s differs from %s", (pattern, path) => {
    expect(allows(all(`Disallow: ${pattern}`), path)).toBe(true);
  });
});

describe("hostile file", () => {
  test("of more than 500 KiB is read up to its last complete line", () => {
    const filler = `# ${"x".repeat(997)}\n`;
    const before = (bytes: number) => filler.repeat(Math.ceil(bytes / 1_000));
    expect(allows(`${before(480_000)}${all("Disallow: /")}\n${before(100_000)}`, "/posts.json")).toBe(false);
    expect(allows(`${before(520_000)}${all("Disallow: /")}`, "/posts.json")).toBe(true);
    const cut = `User-agent: *\nDisallow: /\nAllow: /${"p".repeat(600_000)}`;
    expect(allows(cut, `/${"p".repeat(500_000)}`)).toBe(false);
  });

  test("is matched in linear time even with many wildcards", () => {
    const path = `/${"a".repeat(300)}`;
    const getText = (pattern: string) =>
      all(`${`Disallow: ${pattern}\n`.repeat(500_000 / (pattern.length + 11))}`);
    const msOf = (text: string) => {
      const rules = parseRobots(Buffer.from(text));
      return fastestMs(() => expect(allowsPath(rules, path)).toBe(true));
    };
    const plain = getText(`/${"b".repeat(480)}`);
    const stars = getText(`/${"*a".repeat(240)}$b`);
    msOf(plain);
    // Backtracking would take many orders of magnitude longer.
    expect(msOf(stars)).toBeLessThan(200 * (msOf(plain) + 1));
  });
});
