import fc from "../../../support/seeded";
import { describe, expect, it } from "vitest";
import { alertText } from "@/channels/email/alert-text";
import { readItem } from "@/channels/email/alert-content";
import type { AlertContent, MatchedItem } from "@/domain/delivery/message";
import { alertView } from "@/channels/email/alert-view";
import { storedText } from "@/domain/markdown/stored-text";
import { merged, snippet } from "@/domain/text/snippet";
import { getSubject } from "@/channels/email/words";

const now = new Date("2026-11-21T14:03:07Z");
const setting = {
  now,
  timeZone: "America/Toronto",
  links: {
    notifications: "https://e.example/notifications",
    watches: "https://e.example/keywords",
    settings: "https://e.example/settings",
    unsubscribe: "https://e.example/u",
  },
  operator: { name: "Operator", address: "1 Street", appUrl: "https://earshot.example" },
};

function matchedBy(keyword: string) {
  return { keyword, highlights: [{ keyword, caseSensitive: false, wholeWordOnly: false }] };
}

function item(over: Partial<MatchedItem> = {}): MatchedItem {
  const content = "I left **tidewater** over the missing [bank feed](https://bank.example/tide).";
  return {
    fullname: "t3_a",
    kind: "post",
    place: "r/freelance",
    where: null,
    title: "Tidewater or not?",
    content,
    ...storedText(content),
    url: "https://www.reddit.com/r/freelance/comments/a/",
    author: "u/north_of_nine",
    over18: false,
    matchedAt: now,
    matches: [matchedBy("tidewater")],
    ...over,
  };
}

function content(over: Partial<AlertContent> = {}): AlertContent {
  return {
    total: 1,
    frequency: "realtime",
    keywords: [{ keyword: "tidewater", count: 1, isInDigest: false }],
    items: [item()],
    ...over,
  };
}

function view(over: Partial<AlertContent> = {}) {
  const input = content(over);
  return alertView({ ...input, items: input.items.map(readItem) }, setting, { items: 50, excerpt: 280 });
}

const marked = (segments: { text: string; isHeard: boolean }[]) =>
  segments.map(({ text, isHeard }) => (isHeard ? `[${text}]` : text)).join("");

describe("alertView", () => {
  it("highlights matches and formats local times", () => {
    const [entry] = view().entries;
    expect(entry).toMatchObject({
      time: "09:03",
      day: null,
      place: "r/freelance",
      linkLabel: "Open post",
    });
    expect(marked(entry!.title)).toBe("[Tidewater] or not?");
    expect(marked(entry!.excerpt)).toBe("I left [tidewater] over the missing bank feed.");
  });

  it("does not mark a comment's title, which was not matched", () => {
    expect(marked(view({ items: [item({ kind: "comment" })] }).entries[0]!.title)).toBe("Tidewater or not?");
  });

  it("shows URLs if only a URL matched", () => {
    const matches = [matchedBy("bank.example")];
    expect(marked(view({ items: [item({ matches })] }).entries[0]!.excerpt)).toContain(
      "(https://[bank.example]/tide)",
    );
  });

  it("lists every matching watch, labels NSFW and omits a deleted author", () => {
    const matches = ["a", "b", "c"].map(matchedBy);
    const [entry] = view({ items: [item({ matches, over18: true, author: null })] }).entries;
    expect(entry!.source.trim()).toBe("post · NSFW · matched by “a”, “b” and “c”");
  });

  it("mentions lower frequency after a burst", () => {
    const folded = view({
      frequency: "hourly",
      total: 300,
      keywords: [{ keyword: "tidewater", count: 300, isInDigest: true }],
    });
    expect(folded.heading).toBe("Hourly digest: 300 matches");
    expect(folded.notes[0]).toBe(
      "You've had 5 messages in the last hour, so we're sending at most one every 10 minutes for now.",
    );
    expect(folded.notes[1]).toBe("Showing the latest 1 of 300.");
  });

  it("shows the text of a post without a title only once", () => {
    const text = "A tidewater swam past my desk";
    const [entry] = view({ items: [item({ title: text, content: text, ...storedText(text) })] }).entries;
    expect(marked(entry!.title)).toBe("A [tidewater] swam past my desk");
    expect(entry!.excerpt).toEqual([]);
  });

  it("names noisy keywords and suggests a fix", () => {
    expect(view().noisy).toBeNull();
    const keywords = ["tide", "boat", "sea", "sun"].map((keyword) => ({
      keyword,
      count: 1,
      isInDigest: false,
      isNoisy: keyword !== "boat",
    }));
    const noisy = view({ keywords });
    expect(noisy.noisy).toBe("More than 100 matches in a day for “tide”, “sea” and “sun”.");
    expect(alertText(noisy)).toContain(
      "Switch to a\ndigest, or narrow it with an expression:\nhttps://e.example/keywords",
    );
  });

  it("renders the text part with asterisks, URLs and the footer", () => {
    const text = alertText(view());
    expect(text).toContain("Matched today at 09:03: *tidewater*.");
    expect(text).toContain(
      "I left *tidewater* over the missing bank feed.\nhttps://www.reddit.com/r/freelance/comments/a/",
    );
    expect(text).toContain(
      "Unsubscribe:       https://e.example/u\nOperator, 1 Street. Not affiliated with any site it monitors.",
    );
  });
});

describe("getSubject", () => {
  it.each([
    ["one match", {}, "“tidewater” in r/freelance: Tidewater or not?"],
    ["several matches of one keyword", { total: 1234 }, "1,234 matches for “tidewater”"],
    [
      "several keywords, the rarest one with its own count",
      {
        total: 311,
        keywords: [
          { keyword: "invoice software", count: 300, isInDigest: false },
          { keyword: "bank feed", count: 9, isInDigest: false },
          { keyword: "tidewater", count: 2, isInDigest: false },
        ],
      },
      "2 matches for “tidewater”, 311 in all",
    ],
    ["a daily digest", { total: 3, frequency: "daily" as const }, "Daily digest: 3 matches for “tidewater”"],
  ])("%s", (_name, over, expected) => {
    expect(getSubject(content(over))).toBe(expected);
  });

  it("returns one short line for any title and keyword", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.string({ unit: "binary", minLength: 1, maxLength: 100 }),
        (title, keyword) => {
          const subject = getSubject(
            content({
              items: [item({ title, place: title })],
              keywords: [{ keyword, count: 1, isInDigest: false }],
            }),
          );
          expect(subject).not.toMatch(/[\r\n\0\u202e]/);
          expect([...subject].length).toBeLessThanOrEqual(120);
        },
      ),
    );
    expect(getSubject(content({ items: [item({ title: "a\r\nBcc: victim@example.com" })] }))).toBe(
      "“tidewater” in r/freelance: a Bcc: victim@example.com",
    );
  });
});

describe("snippet", () => {
  const text = fc
    .array(fc.constantFrom("word", "tide", "𝒳", "é", " ", "\u{1F600}"), { maxLength: 200 })
    .map((parts) => parts.join(""));

  it("is short, splits no character and keeps the first match", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 300 }), (whole, max) => {
        const spans = [...whole.matchAll(/tide/g)].map((found) => ({
          start: found.index,
          end: found.index + 4,
        }));
        const segments = snippet(whole, spans, max);
        const shown = segments.map((segment) => segment.text).join("");
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(max + 5);
        if (spans.length > 0) expect(segments.some((segment) => segment.isHeard)).toBe(true);
        if (whole.length <= max) expect(shown).toBe(whole);
      }),
    );
  });

  it("keeps a match behind long sequences that render as few characters", () => {
    const whole = `${"\u{1F469}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}".repeat(40)} tidewater \u{1F1E8}\u{1F1E6}`;
    const start = whole.indexOf("tidewater");
    for (let max = 60; max <= 300; max++) {
      const segments = snippet(whole, [{ start, end: start + 9 }], max);
      expect(segments.filter(({ isHeard }) => isHeard).map(({ text }) => text)).toEqual(["tidewater"]);
    }
  });

  it("merges spans that overlap or touch", () => {
    expect(
      merged([
        { start: 5, end: 8 },
        { start: 0, end: 3 },
        { start: 2, end: 5 },
        { start: 10, end: 12 },
      ]),
    ).toEqual([
      { start: 0, end: 8 },
      { start: 10, end: 12 },
    ]);
  });
});
