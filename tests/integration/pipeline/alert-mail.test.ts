import { describe, expect, it } from "vitest";
import { storedText } from "@/domain/markdown/stored-text";
import { maxHtmlBytes, renderAlertMail } from "@/channels/email/alert-mail";
import type { MatchedItem } from "@/domain/delivery/message";

const now = new Date("2026-11-21T14:03:07Z");
const reader = { email: "maya@example.com", timeZone: "UTC", unsubscribeUrl: "https://e.example/u" };

function items(count: number, over: Partial<MatchedItem>): MatchedItem[] {
  return Array.from({ length: count }, (_, n) => ({
    fullname: `t3_${n}`,
    kind: "post",
    place: "r/freelance",
    where: null,
    title: "Tidewater",
    content: "",
    ...storedText(over.content ?? ""),
    url: "https://www.reddit.com/r/freelance/comments/a/",
    author: "u/someone",
    over18: false,
    matchedAt: now,
    matches: [
      {
        keyword: "tidewater",
        highlights: [{ keyword: "tidewater", caseSensitive: false, wholeWordOnly: false }],
      },
    ],
    ...over,
  }));
}

const elsewhere = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    place: `r/place_${n}`,
    url: `https://example.com/${n}/${"a".repeat(250)}`,
  }));

async function rendered(over: Partial<MatchedItem>, count = 50) {
  const keywords = [{ keyword: "tidewater", count, isInDigest: false }];
  const content = { total: count, frequency: "daily" as const, keywords, items: items(count, over) };
  return (await renderAlertMail(content, reader, now)).message;
}

describe("alert email", () => {
  it.each([
    ["plain long posts", { title: "tidewater ".repeat(30), content: "A word about tidewater. ".repeat(400) }],
    ["only matched words", { title: "tidewater ".repeat(30), content: "tidewater ".repeat(4000) }],
    [
      "characters that grow when escaped",
      { title: `tidewater ${'"'.repeat(290)}`, content: `tidewater ${'<&">'.repeat(9000)}` },
    ],
    [
      "four-byte characters",
      { title: `tidewater ${"\u{1F600}".repeat(140)}`, content: `tidewater ${"\u{20000}".repeat(15_000)}` },
    ],
    ["quotes 5,000 deep", { title: "tidewater", content: `${"> ".repeat(5000)}tidewater` }],
    ["stories in twenty places", { content: "tidewater ".repeat(100), elsewhere: elsewhere(20) }],
  ])("stays below 90 kB with 50 items: %s", async (_name, over) => {
    const { html, text } = await rendered(over);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxHtmlBytes);
    expect(html).toContain("Open post");
    expect(text.length).toBeGreaterThan(500);
  });

  it("escapes user content", async () => {
    const evil = `tidewater <script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) "><b>`;
    const { html } = await rendered({ title: evil, content: evil, author: evil, place: evil }, 1);
    expect(html).not.toMatch(/<script|<img|<b>|href="javascript:/i);
    expect(html).toContain("&lt;script&gt;");
  });

  it("links and escapes the other places of a story", async () => {
    const evil = {
      place: `"><img src=x onerror=alert(1)>`,
      url: `https://example.com/"><script>alert(1)</script>`,
    };
    const { html } = await rendered({ elsewhere: [...elsewhere(2), evil] }, 1);
    expect(html).toMatch(/Also on .*href="https:\/\/example\.com\/0\/a+".*r\/place_1/);
    expect(html).not.toMatch(/<script|<img/);
  });

  it("renders the same content identically, so retries can be compared", async () => {
    expect(await rendered({ content: "tidewater" }, 3)).toEqual(await rendered({ content: "tidewater" }, 3));
  });
});
