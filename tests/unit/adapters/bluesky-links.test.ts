import { expect, test } from "vitest";
import { facts } from "@/sites/bluesky/facts";

const did = "did:plc:pix6ea6qom66zjojyaekctbr";
const handle = "https://bsky.app/profile/alice.bsky.social/post/3mptbyoeyc22k";
const fullname = `at://${did}/app.bsky.feed.post/3mptbyoeyc22k`;

test.each<[string, string | null]>([
  [`https://bsky.app/profile/${did}/post/3mptbyoeyc22k`, fullname],
  [`bsky.app/profile/${did.replaceAll(":", "%3A")}/post/3mptbyoeyc22k/?ref=x#y`, fullname],
  [fullname, fullname],
  [handle, "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k"],
  [handle.replace("alice", "Alice"), "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k"],
  [handle.replace("alice", "@alice"), "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k"],
  [handle.replace("alice", "%40alice"), "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k"],
  [`${handle}/liked-by`, "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k"],
  [
    `${handle.replace("bsky.app", "BSKY.APP.")}?ref_src=embed`,
    "at://alice.bsky.social/app.bsky.feed.post/3mptbyoeyc22k",
  ],
  [`AT${fullname.slice(2)}/?x#y`, fullname],
  [` ${fullname} `, fullname],
  [`https://embed.bsky.app/embed/${did}/app.bsky.feed.post/3mptbyoeyc22k?id=1`, fullname],
  [`https://embed.bsky.app/embed/${did}/app.bsky.feed.generator/cats`, null],
  ["https://bsky.app/profile/alice.bsky.social", null],
  ["https://bsky.app/profile/alice.bsky.social/post", null],
  ["https://bsky.app/profile/nobody/post/3mptbyoeyc22k", null],
  ["https://bsky.app.example/profile/alice.bsky.social/post/3mptbyoeyc22k", null],
  ["https://example.org/profile/alice.bsky.social/post/3mptbyoeyc22k", null],
  ["ftp://bsky.app/profile/alice.bsky.social/post/3mptbyoeyc22k", null],
  [`at://${did}/app.bsky.feed.like/3mptbyoeyc22k`, null],
  [`at://${did}/app.bsky.feed.post/..`, null],
  ["", null],
])("finds the item in %s", (address, expected) => {
  expect(facts.itemOfLink(address)).toEqual(expected && { fullname: expected, place: "all" });
});

test.each<[string, string | null]>([
  ["https://bsky.app/profile/Alice.bsky.social", "https://bsky.app/profile/alice.bsky.social/rss"],
  [" www.bsky.app/profile/@alice.example/?ref=x ", "https://bsky.app/profile/alice.example/rss"],
  [`bsky.app/profile/${did}`, `https://bsky.app/profile/${did}/rss`],
  ["https://bsky.app/profile/alice.example/feed/cats", null],
  ["https://bsky.app/profile/nobody", null],
  ["https://bsky.app/", null],
  [handle, null],
  ["https://example.org/profile/alice.example", null],
])("finds the feed of %s", (address, expected) => {
  expect(facts.feedOf!(address)).toBe(expected);
});

test.each(["Bluesky", " bsky.app ", "https://bsky.app/", "BSKY"])("%s is the whole site", (typed) => {
  expect(facts.strippedName(typed)).toBe("all");
});
