import { expect, test } from "vitest";
import { isUrl } from "@/domain/text/url";

test("accepts the same URL however often it is checked, unlike URL.canParse in Node 20", () => {
  for (let at = 0; at < 200_000; at += 1) isUrl(`https://blog.example/${at % 100}`);
  expect(["https://bücher.example/", "https://例え.example/", "/a"].map((one) => isUrl(one))).toEqual([
    true,
    true,
    false,
  ]);
  expect([isUrl("/a", "https://blog.example"), isUrl("https://a b/")]).toEqual([true, false]);
});
