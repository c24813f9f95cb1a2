import { describe, expect, test } from "vitest";
import { inPlace } from "@/sites/lemmy/address";
import { facts } from "@/sites/lemmy/facts";

describe("places", () => {
  test.each([
    ["lemmy.world", "lemmy.world", "lemmy.world", "https://lemmy.world/"],
    ["https://Lemmy.World/", "lemmy.world", "lemmy.world", "https://lemmy.world/"],
    [
      "!rust@programming.dev",
      "rust@programming.dev",
      "!rust@programming.dev",
      "https://programming.dev/c/rust",
    ],
    [
      "Rust@programming.dev",
      "rust@programming.dev",
      "!rust@programming.dev",
      "https://programming.dev/c/rust",
    ],
    [
      ...["https://programming.dev/c/rust?dataType=Comment", "rust@programming.dev"],
      ...["!rust@programming.dev", "https://programming.dev/c/rust"],
    ],
    [
      ...["https://lemmy.world/c/rust@programming.dev", "rust@programming.dev"],
      ...["!rust@programming.dev", "https://programming.dev/c/rust"],
    ],
    ["https://lemmy.world/post/12", "lemmy.world", "lemmy.world", "https://lemmy.world/"],
    [
      "http://127.0.0.1:4000/c/music",
      "music@127.0.0.1:4000",
      "!music@127.0.0.1:4000",
      "http://127.0.0.1:4000/c/music",
    ],
  ])("%s", (typed, name, label, url) => {
    expect(facts.strippedName(typed)).toBe(name);
    expect(facts.isPlaceName(name)).toBe(true);
    expect(facts.getLabel(name)).toBe(label);
    expect(facts.getUrl(name)).toBe(url);
    expect(facts.strippedName(facts.getLabel(name))).toBe(name);
  });

  test.each([
    "",
    "word",
    "two words",
    "https://example.com/blog/feed.xml",
    "a@b",
    "https://user:secret@lemmy.world/",
  ])("%j isn't a place", (name) => expect(facts.isPlaceName(facts.strippedName(name))).toBe(false));
});

describe("links", () => {
  test.each([
    ["https://lemmy.world/post/12", "lemmy.world:p:12"],
    ["https://lemmy.world/post/12?scrollToComments=true", "lemmy.world:p:12"],
    ["https://lemmy.world/comment/34", "lemmy.world:c:34"],
    ["https://lemmy.world/post/12/34", "lemmy.world:c:34"],
    ["https://piefed.social/c/movies@piefed.social/p/2210082/a-title", "piefed.social:p:2210082"],
    ["https://piefed.social/post/12/comment/34", "piefed.social:c:34"],
    ["https://piefed.social/post/12#comment_34", "piefed.social:c:34"],
  ])("%s", (address, fullname) => {
    expect(facts.itemOfLink(address)).toEqual({ fullname, place: fullname.split(":")[0] });
  });

  test.each(["https://lemmy.world/c/rust", "https://lemmy.world/u/12", "https://lemmy.world/post/new"])(
    "%s names no item",
    (address) => expect(facts.itemOfLink(address)).toBeNull(),
  );

  test("an item has a name in each place of its instance", () => {
    expect(inPlace("lemmy.world:p:12", "rust@lemmy.world")).toBe("rust@lemmy.world:p:12");
    expect(inPlace("lemmy.world:p:12", "rust@programming.dev")).toBeNull();
  });
});
