import { expect, test } from "vitest";
import { storedText } from "@/domain/markdown/stored-text";
import { getSnippet } from "@/server/notifications/snippets";
import type { NotificationRow } from "@/server/notifications/statements/notification-row";

function row(source: string, over: Partial<NotificationRow> = {}): NotificationRow {
  const at = new Date("2026-11-21T14:03:20.000Z");
  const { text, linkedText } = storedText(source);
  return {
    id: "1",
    fullname: "t3_1",
    followed: null,
    replyTo: null,
    createdAt: at,
    status: "unread",
    keyword: "bell",
    watchId: "w",
    watchIds: ["w"],
    site: "reddit",
    place: "freelance",
    title: "t",
    content: source.slice(0, 5_000),
    source: linkedText ?? text,
    isRendered: true,
    shown: linkedText === null ? null : text,
    url: "https://www.reddit.com/",
    author: null,
    kind: "post",
    itemCreatedAt: at,
    over18: false,
    blankedAt: null,
    openedAt: null,
    starredAt: null,
    snoozedUntil: null,
    elsewhere: [],
    highlights: [{ keyword: "bell", caseSensitive: false, wholeWordOnly: false }],
    ...over,
  };
}
function shown(source: string, over: Partial<NotificationRow> = {}, q?: string) {
  const searched = q === undefined ? [] : [{ keyword: q }];
  const { title, text, ...rest } = getSnippet(row(source, over), searched, { left: 1_000_000 });
  const written = (segments: typeof text) =>
    segments.map((one) => (one.isHeard ? `[${one.text}]` : one.text)).join("");
  return { ...rest, title: written(title), text: written(text) };
}
const sentence = "Nothing was *said* of it at noon. ";
const whole = { hasMore: false, matchedIn: "shown" };

test.each([
  ["Markdown is converted to text", "The *bell* rang.", { ...whole, text: "The [bell] rang." }],
  ["Markdown escapes are converted to text", "a\\_bell &amp; more", { ...whole, text: "a_[bell] & more" }],
  ["quote markers aren't words", "> bell\n>\n> > twice\n\nagain", { ...whole, text: "[bell]\ntwice\nagain" }],
  ["lists keep their markers", "- bell\n- book", { ...whole, text: "- [bell]\n- book" }],
  ["paragraphs become lines", "A bell.\n\nAnd more.", { ...whole, text: "A [bell].\nAnd more." }],
  [
    "a text with a link has more",
    "A bell, [here](https://a.example/x).",
    { text: "A [bell], here.", hasMore: true, matchedIn: "shown" },
  ],
  [
    "a text with images has more",
    "![bell](https://a.example/a.png) ".repeat(3),
    { text: "[bell] [bell] [bell]", hasMore: true },
  ],
  [
    "a long text has more, and its match is shown",
    `${sentence.repeat(140)}Then the **bell** rang.`,
    { text: expect.stringMatching(/^… .*Then the \[bell\] rang\.$/s), hasMore: true, matchedIn: "shown" },
  ],
  [
    "matched only in a link's URL",
    "[Here](https://bell.example/) it is.",
    { text: "Here it is.", hasMore: true, matchedIn: "link" },
  ],
  ["matched in invisible markup", "<b title=bell></b>", { text: "", matchedIn: "elsewhere" }],
  [
    "matched in a text that isn't stored",
    "Here it is.",
    { text: "Here it is.", hasMore: false, matchedIn: "elsewhere" },
  ],
])("%s", (_, source, expected) => {
  expect(shown(source)).toMatchObject(expected);
});

test("shows the source without markup until it is rendered", () => {
  const unrendered = (source: string) => shown(source, { source, shown: null, isRendered: false });
  expect(unrendered("The **red** [bell](https://a.example/) rang.")).toMatchObject({
    ...{ text: "The red [bell] rang.", matchedIn: "shown", hasMore: true },
  });
  expect(unrendered("[Here](https://bell.example/) it is.")).toMatchObject({
    text: "Here it is.",
    matchedIn: "link",
  });
});

test("shows the source verbatim if it is nested too deeply to parse", () => {
  expect(shown("> ".repeat(5_000))).toMatchObject({ hasMore: true, matchedIn: "elsewhere" });
});

test("marks and reports matches in a post's own title, but not in a comment's", () => {
  expect(shown("no word of it", { title: "Bell!" })).toMatchObject({ title: "[Bell]!", matchedIn: "shown" });
  const comment = shown("no word of it", { title: "Bell!", kind: "comment" });
  expect(comment).toMatchObject({ title: "Bell!", matchedIn: "elsewhere" });
  expect(shown("a ledger", { title: "Ledger?", kind: "comment" }, "ledger")).toMatchObject({
    title: "[Ledger]?",
    text: "a [ledger]",
  });
});

test("shows search terms before matches and marks both", () => {
  const long = `A bell. ${sentence.repeat(90)}The *ledger* and the bell. ${sentence.repeat(90)}`;
  expect(shown(long, {}, "LEDGER").text).toContain("The [ledger] and the [bell].");
  expect(shown(long).text).toMatch(/^A \[bell\]\./);
});
