import { expect, test } from "vitest";
import { couldPassFor } from "@/server/places/look-alike";

const sites = ["Reddit", "Hacker News", "Lobsters", "Bluesky", "News"];

test.each([
  "r/programming",
  "/r/programming",
  "Latest from r/programming",
  "u/spez",
  "Hacker News",
  "hacker  news: front page",
  "HACKER-NEWS",
  "Bluesky",
  "News",
  "github.com",
  "The blog of github.com, daily",
  "github。com",
  "ＧｉｔＨｕｂ．ｃｏｍ",
  "evil.example (github.com)",
  "https://github.com/",
  "torvalds/linux",
  "@maya.bsky.social",
  "@maya@mastodon.example",
  "!rust@lemmy.example",
  "Нacker News",
  "Ηacker News",
  "Hаcker Nеws",
  "H4cker Nеws",
  "ВLUЕSКY",
  "Reddít",
  "BIuesky",
  "B1uesky",
  "L0bsters",
  "gıthub.com",
  "раураӏ.com",
  "аррӏе.com",
  "example.com",
])("%s looks like a host name", (title) => {
  expect(couldPassFor(title, "evil.example", sites)).toBe(true);
});

test.each([
  ["Acme Blog", "acme.example"],
  ["evil.example", "evil.example"],
  ["WWW.Evil.Example", "www.evil.example"],
  ["blog.evil.example", "evil.example"],
  ["Evil.example: all posts", "evil.example:8080"],
  ["Good news for gardeners", "garden.example"],
  ["Хабр", "habr.example"],
  ["Ειδήσεις σήμερα", "gr.example"],
  ["東京ニュース and more", "jp.example"],
  ["Ünïcode für alle", "de.example"],
  ["Reading, writing and/or arithmetic", "school.example"],
  ["v2.0 of everything", "acme.example"],
])("%s of %s does not", (title, host) => {
  expect(couldPassFor(title, host, sites)).toBe(false);
});

test("the domain of a provider differs from the host of a customer's subdomain", () => {
  expect(couldPassFor("provider.example", "mallory.provider.example", sites)).toBe(true);
});
