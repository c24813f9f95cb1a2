import { expect, test } from "vitest";
import { allShareText } from "@/contract/all-share";

test.each<[posts: number | null, comments: number | null, read: string]>([
  [null, null, "as much of Reddit as Reddit's limits allow"],
  [0.34, null, "34% of all new posts"],
  [null, 0.5, "50% of all new comments"],
  [0.34, 0.118, "34% of all new posts and 12% of all new comments"],
  [0.0004, 0, "less than 1% of all new posts and 0% of all new comments"],
  [0.9999, 1, "99% of all new posts and 100% of all new comments"],
])("describes %s of posts and %s of comments as %s", (posts, comments, read) => {
  expect(allShareText({ posts, comments })).toBe(
    `With "all", Earshot currently reads ${read}. Subreddits you name are read in full.`,
  );
});
