import { describe, expect, test } from "vitest";
import { robotRules } from "@/sites/discourse/robots";

const usual = `# As Discourse sends it
User-agent: *
Disallow: /admin/
Disallow: /search
Disallow: /t/*/*.rss
Disallow: /*?api_key*

User-agent: Mauibot
Disallow: /
`;
const allows = (text: string, path: string) => robotRules(text, "earshot").allows(path);

describe("robots.txt", () => {
  test.each([
    [usual, "/posts.json", true],
    [usual, "/posts.json?before=7", true],
    [usual, "/search/x", false],
    [usual, "/t/a-topic/7.rss", false],
    [usual, "/posts.json?api_key=x", false],
    ["", "/posts.json", true],
    ["<html>no robots here</html>", "/posts.json", true],
    ["User-agent: *\nDisallow: /", "/posts.json", false],
    ["User-agent: *\nDisallow:", "/posts.json", true],
    ["User-agent: *\nDisallow: /\nAllow: /posts", "/posts.json", true],
    ["User-agent: *\nDisallow: /posts\nAllow: /posts", "/posts.json", true],
    ["User-agent: *\nDisallow: /\n\nUser-agent: Earshot\nAllow: /", "/posts.json", true],
    ["User-agent: Earshot\nUser-agent: Other\nDisallow: /posts # not for you", "/posts.json", false],
    ["User-agent: Other\nDisallow: /\nUser-agent: *\nAllow: /", "/posts.json", true],
    ["user-agent:*\r\ndisallow:/posts.json$\r\n", "/posts.json", false],
    ["user-agent:*\r\ndisallow:/posts.json$\r\n", "/posts.json?before=7", true],
    ["User-agent: *\nDisallow: /*.json$", "/posts/7.json", false],
    ["User-agent: *\nDisallow: /*.json$", "/posts/7.json?x", true],
    ["User-agent: *\nDisallow: *posts", "/posts.json", false],
  ])("%j and %s", (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test("one that was made to take long is told at once", () => {
    const pattern = `/${"*a".repeat(240)}$`;
    const text = `User-agent: *\n${`Disallow: ${pattern}\n`.repeat(1_000)}`;
    const started = performance.now();
    expect(allows(text, `/${"a".repeat(2_000)}b`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
