import { describe, expect, test } from "vitest";
import {
  getBase,
  getFullname,
  getHost,
  partedFullname,
  placeAbove,
  getPlace,
  getUrl,
} from "@/sites/discourse/address";
import { facts } from "@/sites/discourse/facts";
import { itemOfLink } from "@/sites/discourse/link";

describe("place of a URL", () => {
  test.each([
    ["https://Meta.Discourse.org/t/a-topic/12/3?u=me", "meta.discourse.org"],
    [" meta.discourse.org ", "meta.discourse.org"],
    ["http://forum.example./", "forum.example"],
    ["127.0.0.1:4012", "127.0.0.1:4012"],
    ["forum.example/latest", "forum.example"],
    ["forum.example/c/support/5.json", "forum.example"],
    ["forum.example/posts.json?before=9", "forum.example"],
    ["forum.example/u/otto/activity", "forum.example"],
    ["forum.example/a/page/too/deep", "forum.example"],
    ["forum.example/index.html", "forum.example"],
    ["forum.example/feed.xml", "forum.example"],
    ["blog.example/feed", "blog.example"],
    ["blog.example/news/rss/", "blog.example/news"],
    ["forum.example/a(b)", "forum.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["example.com/forum", "example.com/forum"],
    ["https://example.com/forum/", "example.com/forum"],
    ["https://EXAMPLE.com//forum//?x=y#z", "example.com/forum"],
    ["https://example.com/forum/t/a-topic/12", "example.com/forum"],
    ["https://example.com/forum/t/12/3", "example.com/forum"],
    ["https://example.com/forum/p/41", "example.com/forum"],
    ["https://example.com/forum/latest", "example.com/forum"],
    ["https://example.com/forum/latest.rss", "example.com/forum"],
    ["https://example.com/forum/c/support/5/l/top", "example.com/forum"],
    ["https://example.com/forum/tag/t", "example.com/forum"],
    ["https://example.com/forum/login", "example.com/forum"],
    ["https://example.com/forum/index.php", "example.com/forum"],
    ["https://example.com/en/community", "example.com/en/community"],
    ["https://example.com/en/community/t/x/1", "example.com/en/community"],
    ["https://example.com/Forum/latest", "example.com/%46orum"],
    ["https://example.com/f%C3%B3rum/latest", "example.com/f%c3%b3rum"],
    ["https://example.com/fórum/latest", "example.com/f%c3%b3rum"],
    ["127.0.0.1:4012/forum/t/x/1", "127.0.0.1:4012/forum"],
    ["https://example.com/forum/../t/x/1", "example.com"],
    [`https://example.com/${"x".repeat(250)}/latest`, "example.com"],
    ["r/typescript", null],
    ["forum", null],
    ["https://me:secret@forum.example", null],
    ["ftp://forum.example", null],
    ["a forum.example", null],
    ["", null],
  ])("%j is the forum %s", (typed, expected) => {
    expect(getPlace(typed)).toBe(expected);
    if (expected === null) return;
    expect(facts.isPlaceName(facts.strippedName(typed))).toBe(true);
    for (const again of [expected, facts.getUrl(expected), facts.getLabel(expected), getBase(expected)])
      expect(getPlace(again)).toBe(expected);
    expect(expected).toBe(expected.toLowerCase());
  });

  test.each([
    ["forum.example", "forum.example", "https://forum.example"],
    ["example.com/forum", "example.com", "https://example.com/forum"],
    ["example.com/%46orum", "example.com", "https://example.com/Forum"],
    ["127.0.0.1:4012/forum", "127.0.0.1:4012", "http://127.0.0.1:4012/forum"],
    ["[::1]:4012", "[::1]:4012", "http://[::1]:4012"],
  ])("%s has the host %s and the base URL %s", (place, host, base) => {
    expect([getHost(place), getBase(place)]).toEqual([host, base]);
    expect(getUrl(place, 41)).toBe(`${base}/p/41`);
    expect(partedFullname(getFullname(place, 41))).toEqual({ place, number: 41 });
    expect(itemOfLink(getUrl(place, 41))).toEqual({ fullname: `${place}:post:41`, place });
  });

  test("the place above a folder is its host", () => {
    expect(placeAbove("example.com/en/community")).toBe("example.com/en");
    expect(placeAbove("example.com/en")).toBe("example.com");
    expect(placeAbove("example.com")).toBeNull();
  });
});

describe.each(["forum.example", "example.com/forum"])("links to posts of %s", (place) => {
  test.each([
    ["/p/41", "post:41"],
    ["/p/41/7", "post:41"],
    ["/p/41/7?u=otto", "post:41"],
    ["/posts/41", "post:41"],
    ["/posts/41.json", "post:41"],
  ])("%s is post %s", (path, name) => {
    expect(itemOfLink(`https://${place}${path}`)).toEqual({ fullname: `${place}:${name}`, place });
    expect(itemOfLink(`${place}${path}`)).toEqual({ fullname: `${place}:${name}`, place });
  });

  test.each([
    ["/t/a-question/7/3", "7:3"],
    ["/t/a-question/7/3/", "7:3"],
    ["/t/10-questions/7/3/?u=me#reply", "7:3"],
    ["/t/a-question/7/3?u=me&page=2", "7:3"],
    ["/t/a-question/7", "7:1"],
    ["/t/a-question/7#post_3", "7:3"],
    ["/t/a-question/7?page=2#post_23", "7:23"],
    ["/t/a-question/7.json", "7:1"],
    ["/t/a-question/7.rss", "7:1"],
    ["/t/a-question/7/print", "7:1"],
    ["/t/%E8%B3%AA%E5%95%8F/7/3", "7:3"],
    ["/t/-/7", "7:1"],
    ["/t/7/3", "7:3"],
    ["/t/7", "7:1"],
    ["/n/a-question/7/3", "7:3"],
    ["/raw/7/3", "7:3"],
    ["/raw/7", "7:1"],
    ["/posts/by_number/7/3.json", "7:3"],
  ])("%s is a topic position at %s", (path, at) => {
    const expected = { fullname: `${place}:topic:${at}`, place, isByAddress: true };
    expect(itemOfLink(`https://${place}${path}`)).toEqual(expected);
  });

  test.each([
    ...["/p/about", "/p/41/otto", "/p", "/t/a-question", "/t/a-question/x/7", "/t/a-question/7/3/1", "/"],
    ...["/latest", "/c/support/5", "/u/otto/7", "/posts.json", "/posts/7/3", "/raw/a-question/7"],
    `/p/${"9".repeat(16)}`,
  ])("%s is not a post", (path) => {
    expect(itemOfLink(`https://${place}${path}`)).toBeNull();
  });
});
