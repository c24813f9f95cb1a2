import { expect, test } from "vitest";
import { isUrl } from "@/domain/url";

test("an address stays one however often is asked, which Node 20's own answer forgets", () => {
  for (let at = 0; at < 200_000; at += 1) isUrl(`https://blog.example/${at % 100}`);
  expect(["https://bücher.example/", "https://例え.example/", "/a"].map((one) => isUrl(one))).toEqual([
    true,
    true,
    false,
  ]);
  expect([isUrl("/a", "https://blog.example"), isUrl("https://a b/")]).toEqual([true, false]);
});
