import { expect, test } from "vitest";
import { getPath } from "@/contract/api-client";
import { getAddress, groupsInput, isSearch, getView } from "@/features/notifications/view";

test.each([
  ["nothing asked", "", true, "/notifications", "page=1&limit=20&status=unread&sort=newest"],
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
    "a place of nobody knows which site",
    "place=attic",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "several sites, each once, and no place of theirs",
    "site=one,%20two,,one&place=attic",
    true,
    "/notifications?site=one%2Ctwo",
    "page=1&limit=20&status=unread&sort=newest&site=one%2Ctwo",
  ],
  ["no site between commas", "site=,", true, "/notifications", "page=1&limit=20&status=unread&sort=newest"],
  [
    "a kind and what is starred, from a moment on",
    "kind=comment&starred=true&until=2026-11-01T00:00:00.000Z",
    true,
    "/notifications?kind=comment&starred=true&until=2026-11-01T00%3A00%3A00.000Z",
    "page=1&limit=20&status=unread&sort=newest&kind=comment&starred=true&until=2026-11-01T00%3A00%3A00.000Z",
  ],
  [
    "a kind that nothing is of, and a star that is none",
    "kind=story&starred=yes&until=2026-11-01T00:00:00.000Z",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "what is starred without Pro",
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
    "what makes no sense",
    "status=gone&page=-1",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "a page beyond those with a number",
    "page=101",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
  [
    "all, and half a page",
    "status=all&page=1.5",
    true,
    "/notifications?status=all",
    "page=1&limit=20&status=all&sort=newest",
  ],
  [
    "a status that there is not",
    "status=none",
    true,
    "/notifications",
    "page=1&limit=20&status=unread&sort=newest",
  ],
])("%s", (_, requested, hasSearch, address, query) => {
  const view = getView(new URLSearchParams(requested), hasSearch);
  expect(getAddress(view)).toBe(address);
  expect(getPath("listNotificationGroups", groupsInput(view))).toBe(`/api/notifications/grouped?${query}`);
  expect(isSearch(view)).toBe(/[?&](q|keyword|subreddit|site|kind|starred)=/.test(address));
});
