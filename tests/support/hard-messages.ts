import type { AlertContent, MatchedItem, Message } from "@/domain/delivery/message";

const now = new Date("2026-11-23T14:03:07.250Z");
const reader = {
  email: "maya@tidewater.example",
  timeZone: "America/Toronto",
  unsubscribeUrl: "https://earshot.example/u",
};

function matches(keyword: string): MatchedItem["matches"][number] {
  return { keyword, highlights: [{ keyword, caseSensitive: false, wholeWordOnly: false }] };
}

let made = 0;
function getItem(over: Partial<MatchedItem> = {}): MatchedItem {
  made += 1;
  return {
    fullname: `t3_hard${made}`,
    kind: "post",
    place: "r/smallbusiness",
    where: null,
    title: "Tidewater support answered on a Sunday",
    content: "",
    text: "Wrote to Tidewater at ten expecting nothing, had a fix by breakfast.",
    linkedText: null,
    url: `https://www.reddit.com/r/smallbusiness/comments/${made}/`,
    author: "u/quietledger",
    over18: false,
    matchedAt: now,
    matches: [matches("tidewater")],
    ...over,
  };
}

function getMessage(items: MatchedItem[], over: Partial<AlertContent> = {}): Message {
  const names = [...new Set(items.flatMap((item) => item.matches.map(({ keyword }) => keyword)))];
  const keywords = names.map((keyword, n) => ({
    ...{ keyword, count: 1, isInDigest: false },
    muteUrl: `https://earshot.example/api/mute/mute.${"a".repeat(60)}${n}`,
  }));
  const content = { total: items.length, frequency: "realtime" as const, keywords, items, ...over };
  return { about: "matches", content, reader, now };
}

const family = "👩‍👩‍👧‍👦";
const [hebrew, arabic] = ["חשבוניות", "فواتير"];

const long = getItem({
  title: `Tidewater ${"and a very long heading that goes on, and on, ".repeat(12)}to its end`,
  text: `${"What stands before it fills a page by itself. ".repeat(40)}Tidewater, at last. ${"And more behind. ".repeat(60)}`,
});
const unbroken = getItem({ title: `tidewater${"w".repeat(290)}`, text: `tidewater${family.repeat(60)}` });
const emoji = getItem({
  title: `Tidewater ${family} 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇨🇦 ❤️‍🔥 :smile: <:name:1> (c)`,
  text: `${family.repeat(40)} tidewater 🇨🇦🇩🇪`,
  author: "u/🦊_fox_",
});
const turned = getItem({
  place: "قهوة",
  author: "@מאיה.example",
  title: `${hebrew} עם tidewater – מה דעתכם (2026)?`,
  text: `אני משתמש ב-Tidewater כבר שנה, והוא עולה 12.50 $ לחודש! ${arabic} أيضا.`,
  matches: [matches(hebrew), matches("tidewater"), matches(arabic)],
  over18: true,
});
const code = getItem({
  title: "`tidewater --help` prints <nothing> & exits 1",
  text: 'Run `tidewater < in.csv > out.csv && echo "it\'s done"`; if (a < b && b > c) return `${d}`; &lt;b&gt; stays &amp; C:\\temp\\_new_',
});
const hostile = getItem({
  place: "@everyone",
  author: "<!channel> <@U123> <@&77>",
  title: "@everyone <!channel> tidewater [x](http://evil.example) **bold** || # head",
  text: "1. @here <!here> [bank](<https://evil.example>) <https://evil.example|bank> tidewater https://evil.example/a_b_c ```js``` > quote -# small *a* _b_ ~~c~~ <t:1> \u202egnp.exe",
  matches: [matches("@everyone"), matches("[x](http://evil.example)"), matches("*tide_water*")],
});
const bare = getItem({
  title: "",
  text: "",
  author: null,
  kind: "comment",
  url: "https://news.ycombinator.com/item?id=1",
});
const silent = getItem({ text: "", over18: true });

/** Messages that are hard for receivers to display. */
export const hardMessages: Readonly<Record<string, Message>> = {
  plain: getMessage([getItem()]),
  long: getMessage([long]),
  unbroken: getMessage([unbroken]),
  emoji: getMessage([emoji]),
  "right to left": getMessage([turned]),
  code: getMessage([code]),
  hostile: getMessage([hostile]),
  "no text": getMessage([bare, silent]),
  digest: getMessage([getItem(), emoji, turned, code, hostile, long, silent, unbroken], {
    frequency: "daily",
    total: 1_234,
    isAfterQuiet: true,
    keywords: [
      matches("tidewater"),
      matches(hebrew),
      matches(arabic),
      matches("late payments"),
      matches("x"),
    ].map(({ keyword }, n) => ({
      ...{ keyword, count: 9 - n, isInDigest: n === 0 },
      muteUrl: `https://earshot.example/api/mute/mute.${n}`,
    })),
  }),
  test: { about: "test", reader, now },
};
