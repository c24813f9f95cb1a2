import { expect, test } from "vitest";
import { itemOfLink } from "@/sites/reddit/link";

test.each([
  ["https://www.reddit.com/r/smallbusiness/comments/1abc2d/which_tool/", "t3_1abc2d", "smallbusiness"],
  ["https://www.reddit.com/r/smallbusiness/comments/1abc2d", "t3_1abc2d", "smallbusiness"],
  ["old.reddit.com/r/webdev/comments/1abc2d/title/?sort=new#top", "t3_1abc2d", "webdev"],
  ["https://reddit.com/r/webdev/comments/1abc2d/title/kx9y8z7/?context=3", "t1_kx9y8z7", "webdev"],
  ["https://www.reddit.com/r/webdev/comments/1abc2d/comment/kx9y8z7/", "t1_kx9y8z7", "webdev"],
  ["https://www.reddit.com/r/webdev/comments/1abc2d//kx9y8z7/", "t1_kx9y8z7", "webdev"],
  ["https://www.reddit.com/user/someone/comments/1abc2d/on_my_page/", "t3_1abc2d", null],
  ["https://www.reddit.com/comments/1abc2d/", "t3_1abc2d", null],
  ["https://redd.it/1abc2d", "t3_1abc2d", null],
])("%s is %s", (address, fullname, place) => {
  expect(itemOfLink(address)).toEqual({ fullname, place });
});

test.each([
  "https://www.reddit.com/r/webdev/",
  "https://www.reddit.com/r/webdev/s/AbCdEf123",
  "https://reddit.com.example.org/r/webdev/comments/1abc2d/",
  "https://example.org/https://www.reddit.com/r/webdev/comments/1abc2d/",
  "javascript://www.reddit.com/r/webdev/comments/1abc2d/",
  "https://redd.it/",
  "tidewater",
  "",
  "http://[",
])("%s is no item", (address) => {
  expect(itemOfLink(address)).toBeNull();
});
