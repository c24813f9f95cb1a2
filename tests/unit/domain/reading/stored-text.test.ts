import { describe, expect, test } from "vitest";
import { storedText } from "@/domain/markdown/stored-text";
import { storedBody, storedBytes, storedHtml, storedLength } from "@/domain/reading/stored-text";

const item = (body: string) => ({ title: "A title", url: "https://blog.example/1", author: "rosa", body });

describe("the stored text of an item", () => {
  test("is complete up to 20,000 characters, otherwise truncated with a mark", () => {
    const whole = "a".repeat(storedLength);
    expect(storedBody(whole)).toBe(whole);
    const cut = storedBody(`${whole}b`);
    expect(cut).toHaveLength(storedLength);
    expect(cut.endsWith("a\n\n[…]")).toBe(true);
    const halved = storedBody(`${"a".repeat(storedLength - 6)}${"\u{1F600}".repeat(10)}`);
    expect(halved.isWellFormed()).toBe(true);
    expect(halved.length).toBeLessThanOrEqual(storedLength);
  });

  test("is rendered from Markdown if it was truncated or its HTML is disproportionate", () => {
    const html = "<p>a</p>";
    expect(storedHtml({ body: "a", html })).toBe(html);
    expect(storedHtml({ body: "a", html: null })).toBeNull();
    expect(storedHtml({ body: "a".repeat(storedLength + 1), html })).toBeNull();
    expect(storedHtml({ body: "a", html: html.repeat(10_000) })).toBeNull();
  });
});

const texts = {
  prose: "Every harbour keeps a book of tides. ".repeat(100),
  "a list of links": "- [One](https://blog.example/a)\n".repeat(100),
  "bare links": "https://a.example/c ".repeat(200),
  "release notes": "* fix the thing by @user in https://github.com/org/repo/pull/123\n".repeat(100),
  emphasis: "*a* ".repeat(500),
  "signs that HTML escapes": "&".repeat(5_000),
  "a list": "- a\n".repeat(1_000),
  code: "`a` ".repeat(1_000),
  Chinese: "港口的潮汐表。".repeat(200),
};

test.each(Object.entries(texts))("estimates the stored size of %s", (_what, body) => {
  const { html, text, linkedText } = storedText(body);
  const bytes = [body, html, text, linkedText ?? ""].reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  const counted = storedBytes(item(body));
  expect(counted).toBeGreaterThan(0.75 * bytes);
  expect(counted).toBeLessThan(2.5 * bytes);
});

test("the growth of a stored text is limited", () => {
  for (const body of [
    "[](a)".repeat(4_000),
    "![](b:c)".repeat(2_500),
    "<a>".repeat(6_000),
    ">\n".repeat(9_000),
  ]) {
    const { html, text, linkedText } = storedText(body);
    expect(html.length + text.length + (linkedText?.length ?? 0)).toBeLessThan(8 * body.length + 4_000);
  }
});
