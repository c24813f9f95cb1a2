import { expect, test } from "vitest";
import { getPath } from "@/browser/operation-types";
import { getAddress, groupsInput, isSearch, getView } from "@/features/notifications/view";

const longUrl = `https://news.example/rss?q=${"tidewater+".repeat(20)}`;

test.each([
  ["no parameters", "", true, "/notifications", "page=1&limit=20&status=unread&sort=newest"],
  [
    "a tab and a page",
    "status=read&page=3",
    true,
    "/notifications?status=read&page=3",
    "page=3&limit=20&status=read&sort=newest",
  ],
  [
    "a search",
    "q=%20a%20b%20&keyword=c%2B%2B&subreddit=all",
    true,
    "/notifications?q=a+b&keyword=c%2B%2B&subreddit=all",
    "page=1&limit=20&status=unread&sort=newest&q=a+b&keyword=c%2B%2B&subreddit=all",
  ],
  [
    "all of another site",
    "site=elsewhere&subreddit=webdev",
    true,
    "/notifications?site=elsewhere",
    "page=1&limit=20&status=unread&sort=newest&site=elsewhere",
  ],
  [
    "a place of another site",
    "site=elsewhere&place=attic",
    true,
    "/notifications?site=elsewhere&place=attic",
    "page=1&limit=20&status=unread&sort=newest&site=elsewhere&place=attic",
  ],
  [
    "a feed with a long URL",
    `site=web&place=${encodeURIComponent(longUrl)}`,
    true,
    `/notifications?site=web&place=${encodeURIComponent(longUrl)}`,
    `page=1&limit=20&status=unread&sort=newest&site=web&place=${encodeURIComponent(longUrl)}`,
  ],
  [
    "a place without a site",
    "place=attic",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "several sites without duplicates or places",
    "site=one,%20two,,one&place=attic",
    true,
    "/notifications?site=one%2Ctwo",
    "page=1&limit=20&status=unread&sort=newest&site=one%2Ctwo",
  ],
  ["only commas", "site=,", true, "/notifications", "page=1&limit=20&status=unread&sort=newest"],
  [
    "a kind, starred, until a time",
    "kind=comment&starred=true&until=2026-11-01T00:00:00.000Z",
    true,
    "/notifications?kind=comment&starred=true&until=2026-11-01T00%3A00%3A00.000Z",
    "page=1&limit=20&status=unread&sort=newest&kind=comment&starred=true&until=2026-11-01T00%3A00%3A00.000Z",
  ],
  [
    "an unknown kind and an invalid star",
    "kind=story&starred=yes&until=2026-11-01T00:00:00.000Z",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "starred without Pro",
    "kind=post&site=one&starred=true",
    false,
    "/notifications?starred=true",
    "page=1&limit=20&status=unread&sort=newest&starred=true",
  ],
  [
    "a search without Pro",
    "q=a&keyword=b",
    false,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "invalid values",
    "status=gone&page=-1",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "a page above the maximum",
    "page=101",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "all, and a fractional page",
    "status=all&page=1.5",
    true,
    "/notifications?status=all",
    "page=1&limit=20&status=all&sort=newest",
  ],
  ["an unknown status", "status=none", true, "/notifications", "page=1&limit=20&status=unread&sort=newest"],
])("%s", (_, requested, hasSearch, address, query) => {
  const view = getView(new URLSearchParams(requested), hasSearch);
  expect(getAddress(view)).toBe(address);
  expect(getPath("listNotificationGroups", groupsInput(view))).toBe(`/api/notifications/grouped?${query}`);
  expect(isSearch(view)).toBe(/[?&](q|keyword|subreddit|site|kind|starred)=/.test(address));
});
