import { describe, expect, test } from "vitest";
import { facts } from "@/sites/reddit/facts";
import { itemOfLink, linkAdvice, linkAdviceTexts, placeOfLink, getShareLink } from "@/sites/reddit/link";

const post = "t3_1abc2d";
const comment = "t1_kx9y8z7";

describe("links to posts and comments", () => {
  test.each([
    ["https://www.reddit.com/r/smallbusiness/comments/1abc2d/which_tool/", post, "smallbusiness"],
    ["https://www.reddit.com/r/smallbusiness/comments/1abc2d", post, "smallbusiness"],
    ["old.reddit.com/r/webdev/comments/1abc2d/title/?sort=new#top", post, "webdev"],
    ["https://reddit.com/r/webdev/comments/1abc2d/title/kx9y8z7/?context=3", comment, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d/comment/kx9y8z7/", comment, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d//kx9y8z7/", comment, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d/title/kx9y8z7/?utm_source=share#x", comment, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d.json", post, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d/title.rss", post, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d/title/.json", post, "webdev"],
    ["https://www.reddit.com/r/webdev/comments/1abc2d/%E8%B3%AA%E5%95%8F/", post, "webdev"],
    ["HTTPS://WWW.REDDIT.COM/r/webdev/comments/1ABC2D/Title/", post, "webdev"],
    ["https://www.reddit.com//r/webdev/comments/1abc2d//", post, "webdev"],
    ["https://www.reddit.com/R/webdev/Comments/1abc2d/", post, "webdev"],
    ["https://www.reddit.com/r/u_someone/comments/1abc2d/x/", post, "u_someone"],
    ["https://www.reddit.com/r/u_abcdefghijklmnopqrst/comments/1abc2d/x/", post, "u_abcdefghijklmnopqrst"],
    ["https://www.reddit.com/user/someone/comments/1abc2d/on_my_page/", post, null],
    ["https://www.reddit.com/u/some-one/comments/1abc2d/on_my_page/kx9y8z7/", comment, null],
    ["https://www.reddit.com/comments/1abc2d/", post, null],
    ["https://www.reddit.com/comments/1abc2d/title/kx9y8z7", comment, null],
    ["https://www.reddit.com/comments/1abc2d/comment/kx9y8z7", comment, null],
    ["https://www.reddit.com/gallery/1abc2d", post, null],
    ["https://www.reddit.com/r/webdev/gallery/1abc2d/", post, "webdev"],
    ["https://www.reddit.com/poll/1abc2d", post, null],
    ["https://www.reddit.com/tb/1abc2d", post, null],
    ["https://www.reddit.com/link/1abc2d/video/xgc179daasn61/player", post, null],
    ["https://www.reddit.com/r/webdev/duplicates/1abc2d/title/", post, "webdev"],
    ["https://www.reddit.com/1abc2d", post, null],
    ["https://out.reddit.com/t3_1abc2d?url=https%3A%2F%2Fexample.com", post, null],
    ["https://redd.it/1abc2d", post, null],
    ["redd.it/1abc2d/?x=y#z", post, null],
    ["https://www.redd.it/1abc2d", post, null],
    [
      "https://www.reddit.com/over18?dest=https%3A%2F%2Fwww.reddit.com%2Fr%2Fwebdev%2Fcomments%2F1abc2d%2Fx%2F",
      ...([post, "webdev"] as const),
    ],
    [
      "https://www.reddit.com/login/?dest=https%3A%2F%2Fold.reddit.com%2Fr%2Fwebdev%2Fcomments%2F1abc2d",
      ...([post, "webdev"] as const),
    ],
  ])("%s is %s in %s", (address, fullname, place) => {
    expect(itemOfLink(address)).toEqual({ fullname, place });
    expect(linkAdvice(address)).toBeNull();
  });

  test.each([
    ...["www", "old", "new", "np", "sh", "m", "amp", "i", "de", "fr", "pt-br", "es-mx", "ja", "pay", "ssl"],
    ...["old.np", "gateway"],
  ])("accepts %s.reddit.com", (name) => {
    for (const host of [`${name}.reddit.com`, `${name.toUpperCase()}.Reddit.COM`, `${name}.reddit.com.`])
      expect(itemOfLink(`https://${host}/r/webdev/comments/1abc2d/`)).toEqual({
        fullname: post,
        place: "webdev",
      });
    expect(placeOfLink(`${name}.reddit.com/r/webdev`)).toBe("webdev");
  });

  test.each([
    "https://www.reddit.com/r/webdev/",
    "https://www.reddit.com/r/webdev/comments/",
    "https://www.reddit.com/r/webdev/comments/a-b/",
    "https://www.reddit.com/user/someone/",
    "https://www.reddit.com/premium",
    "https://www.reddit.com/login?dest=https%3A%2F%2Fevil.example%2Fcomments%2F1abc2d",
    "https://reddit.com.example.org/r/webdev/comments/1abc2d/",
    "https://notreddit.com/r/webdev/comments/1abc2d/",
    "https://www.reddit.com@evil.example/r/webdev/comments/1abc2d/",
    "https://example.org/https://www.reddit.com/r/webdev/comments/1abc2d/",
    "javascript://www.reddit.com/r/webdev/comments/1abc2d/",
    "ftp://www.reddit.com/r/webdev/comments/1abc2d/",
    "https://redd.it/",
    "https://redd.it/1abc2d/x",
    "tidewater",
    "two words",
    "",
    "http://[",
  ])("%s is not an item", (address) => {
    expect(itemOfLink(address)).toBeNull();
    expect(linkAdvice(address)).toBeNull();
  });
});

test.each([
  ["https://www.reddit.com/r/webdev/s/AbCdEf1234", "/r/webdev/s/AbCdEf1234"],
  ["reddit.com/R/webdev/s/AbCd/?utm_source=share#x", "/r/webdev/s/AbCd"],
  ["https://www.reddit.com/u/some-one/s/AbCdEf1234", "/u/some-one/s/AbCdEf1234"],
  ["https://de.reddit.com/user/someone/s/AbCdEf1234", "/user/someone/s/AbCdEf1234"],
])("%s is the share link %s", (address, link) => {
  expect(getShareLink(address)).toBe(link);
  expect(itemOfLink(address)).toBeNull();
  expect(linkAdvice(address)).toBe(linkAdviceTexts.share);
});

test.each([
  ...[
    "https://www.reddit.com/r/webdev/s/",
    "https://www.reddit.com/r/webdev/s/../../api/me",
    "https://redd.it/s/AbCd",
  ],
  ...[
    "https://www.reddit.com/r/webdev/s/Ab%2FCd",
    "https://evil.example/r/webdev/s/AbCd",
    "reddit.com/r/s/s",
  ],
])("%s is not a share link", (address) => {
  expect(getShareLink(address)).toBeNull();
});

test.each([
  ...[
    "https://i.redd.it/abcdef123.jpg",
    "https://v.redd.it/xgc179daasn61",
    "v.redd.it/xgc179daasn61/DASH_720.mp4",
  ],
  ...[
    "https://preview.redd.it/a.png?width=1",
    "https://external-preview.redd.it/a",
    "https://V.REDD.IT/xgc179daasn61",
  ],
  ...[
    "https://www.reddit.com/media?url=https%3A%2F%2Fi.redd.it%2Fa.png",
    "https://www.reddit.com/video/xgc179daasn61",
  ],
  ...["https://a.thumbs.redditmedia.com/x.jpg", "https://packaged-media.redd.it/xgc179daasn61/a.mp4"],
])("%s is media, not a post", (address) => {
  expect(itemOfLink(address)).toBeNull();
  expect(linkAdvice(address)).toBe(linkAdviceTexts.media);
});

test.each([
  ["https://www.reddit.com/r/webdev/comments/1abc2d/", "webdev"],
  ["https://de.reddit.com/r/webdev/", "webdev"],
  ["https://www.reddit.com/", "all"],
  ["https://www.reddit.com/user/someone/", null],
  ["https://example.org/r/webdev/", null],
])("%s is in the place %s", (address, place) => {
  expect(placeOfLink(address)).toBe(place);
  if (place !== null) expect(facts.strippedName(` ${address} `)).toBe(place);
});
