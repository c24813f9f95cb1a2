import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { NotificationView } from "@/contract/notification";
import HeardText from "@/features/notifications/heard-text";
import { ShownNotification } from "@/features/notifications/shown-notification";

function shown(content: string, by = { caseSensitive: false, wholeWordOnly: false }): string {
  const notification: NotificationView = {
    _id: "1",
    createdAt: "2026-11-21T14:03:20.000Z",
    status: "unread",
    matchedKeyword: "bell",
    matchedBy: by,
    watchId: "w",
    watchIds: ["w"],
    redditPost: {
      title: "t",
      subreddit: "freelance",
      content,
      url: "https://www.reddit.com/",
      author: null,
      kind: "post",
      createdAt: "2026-11-21T14:03:00.000Z",
      over18: false,
    },
  };
  return renderToStaticMarkup(
    <ShownNotification value={notification}>
      <HeardText notification={notification} />
    </ShownNotification>,
  );
}
const sentence = "The bell rang at noon today. ";

test.each([
  ["a short text is rendered whole", "The *bell* rang.", "<em><mark>bell</mark></em>", "Show More"],
  ["a long one is cut at a sentence's end", sentence.repeat(9), "noon today.…", "<em>"],
  [
    "the cut counts plain text, not its Markdown",
    `[bell](https://a.example/${"b".repeat(300)})`,
    "<a href",
    "Show More",
  ],
  ["marks stay in the cut", `${sentence.repeat(9)}*end*`, "<mark>bell</mark>", "end"],
  [
    "signs of quotes are not words",
    `> quoted\n>\n> > twice\n\n${sentence.repeat(9)}`,
    ">quoted\ntwice\nThe",
    "&gt;",
  ],
  [
    "a row of images waits for the click",
    "![bell](https://a.example/a.png) ".repeat(40),
    "Show More",
    "<img",
  ],
  ["what is too deep is cut like any text", "> ".repeat(5_000), "Show More", "<blockquote"],
])("%s", (_, content, expected, absent) => {
  expect(shown(content)).toContain(expected);
  expect(shown(content)).not.toContain(absent);
});

test.each([
  ["a short text", "A Bell, a bell and bells."],
  ["a cut one", `A Bell, a bell and bells. ${"And nothing more was said of it. ".repeat(9)}`],
])("%s marks what its watch looks for", (_, content) => {
  const marked = (html: string) => html.match(/<mark>/g)?.length;
  expect(marked(shown(content))).toBe(3);
  expect(marked(shown(content, { caseSensitive: false, wholeWordOnly: true }))).toBe(2);
  expect(marked(shown(content, { caseSensitive: true, wholeWordOnly: true }))).toBe(1);
});
