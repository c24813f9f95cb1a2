import fc from "./seeded";
import type { AlertContent, MatchedItem, Message } from "@/domain/delivery/message";

const now = new Date("2026-11-23T14:03:07.250Z");
const reader = {
  email: "maya@tidewater.example",
  timeZone: "Asia/Kolkata",
  unsubscribeUrl: "https://earshot.example/u",
};

/**
 * Characters that need extra space when escaped or encoded as UTF-8 or UTF-16, or that change the text
 * direction.
 */
const alphabets = [
  ...["&", "<", ">", '"', "\\", "*", "_", "`", "@", "[", "é", "字", "ש", "ع", "🦊", "👩‍👩‍👧‍👦", "\u0301", "\u202e"],
  ...["\u0007", "\ud800", "&<>", "a b ", "1. ", "|", "~", "-", "\u200b", "％", "\u2028", "𝔘"],
];

const filler = fc.constantFrom(...alphabets);
const text = (maxRepeats: number) =>
  fc
    .tuple(filler, filler, fc.integer({ min: 0, max: maxRepeats }), fc.boolean())
    .map(([one, other, times, isMarked]) => `${one}${other}${isMarked ? "tide " : ""}`.repeat(times));

export const awkwardText = text(2_000);

const url = fc
  .tuple(fc.constantFrom("x", "%E5%AD%97", "&a=b", "é", '"'), fc.integer({ min: 0, max: 2_500 }))
  .map(([part, length]) => `https://example.com/${part.repeat(Math.ceil(length / part.length))}`);

const keyword = text(50).map((words) => `tide${words}`.slice(0, 100).toWellFormed());

const item = fc
  .record({
    place: text(100),
    title: text(200),
    text: text(2_000),
    author: fc.option(text(100), { nil: null }),
    url,
    over18: fc.boolean(),
    kind: fc.constantFrom("post" as const, "comment" as const),
  })
  .map((fields): MatchedItem => {
    const highlights = [{ keyword: "tide", caseSensitive: false, wholeWordOnly: false }];
    const rest = { fullname: "t3_1", where: null, content: "", linkedText: null, matchedAt: now };
    return { ...rest, ...fields, matches: [{ keyword: "tide", highlights }] };
  });

const keywords = fc.array(keyword, { minLength: 1, maxLength: 50 }).map((names): AlertContent["keywords"] =>
  names.map((name, n) => ({
    ...{ keyword: name, count: 9_999, isInDigest: true, isNoisy: true },
    muteUrl: `https://earshot.a-rather-long-name.example/api/mute/mute.${"a".repeat(150)}${n}`,
  })),
);

/** Messages of up to 50 matches with awkward texts. */
export const largeMessages: fc.Arbitrary<Message> = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 50 }),
    // Repeat one item, which gives the longest messages.
    copies: fc.boolean(),
    keywords,
    frequency: fc.constantFrom("realtime" as const, "hourly" as const, "daily" as const),
  })
  .map(({ items, copies, keywords: named, frequency }): Message => {
    const some = copies ? Array.from({ length: 50 }, () => items[0]!) : items;
    const all = some.map((one, n) => ({ ...one, fullname: `t3_${n}` }));
    const content = { total: 12_345, frequency, keywords: named, items: all, isAfterQuiet: true };
    return { about: "matches", content, reader, now };
  });

/** 50 matches of 20 watches each, with texts of maximum length. */
export function largeMessage(filler: string): Message {
  const words = (length: number) => `tide ${filler.repeat(Math.ceil(length / filler.length))}`;
  const names = Array.from({ length: 20 }, (_, n) => `${words(90)}${n}`);
  const matches = names.map((name) => ({
    keyword: name,
    highlights: [{ keyword: "tide", caseSensitive: false, wholeWordOnly: false }],
  }));
  const items = Array.from({ length: 50 }, (_, n): MatchedItem => ({
    ...{
      fullname: `t3_${n}`,
      kind: "post",
      where: null,
      content: "",
      linkedText: null,
      matchedAt: now,
      matches,
    },
    ...{ place: words(300), title: words(500), text: words(5_000), author: words(300), over18: true },
    url: `https://example.com/${n}/${words(3_000)}`,
  }));
  const all = names.map((name) => ({
    keyword: name,
    count: 50,
    isInDigest: true,
    isNoisy: true,
    muteUrl: "https://x.example/m",
  }));
  return {
    about: "matches",
    content: { total: 12_345, frequency: "daily", keywords: all, items },
    reader,
    now,
  };
}
