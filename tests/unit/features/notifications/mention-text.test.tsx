import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { NotificationView } from "@/contract/notification";
import { MentionText } from "@/features/notifications/mention-text";
import { ScreenContext, type Screen } from "@/features/notifications/screen-context";

// Lists must not load the Markdown parser, neither on the server nor in the browser.
vi.mock("@/domain/markdown/tree", () => {
  throw new Error("Markdown is parsed");
});

const unused = () => {
  throw new Error("not used here");
};
const screen = { view: { q: "" }, now: new Date(0), servedAt: new Date(0), timeZone: "UTC" };

function shown(snippet: Partial<NotificationView["passage"]>): string {
  const notification: NotificationView = {
    _id: "1",
    createdAt: "2026-11-21T14:03:20.000Z",
    status: "unread",
    matchedKeyword: "bell",
    highlights: [{ keyword: "bell", caseSensitive: false, wholeWordOnly: false }],
    watchId: "w",
    watchIds: ["w"],
    openedAt: null,
    starredAt: null,
    snoozedUntil: null,
    elsewhere: [],
    passage: {
      title: [],
      text: [
        { text: "The *", isHeard: false },
        { text: "bell", isHeard: true },
        { text: "*\n<b> rang.", isHeard: false },
      ],
      hasMore: false,
      matchedIn: "shown",
      ...snippet,
    },
    redditPost: {
      title: "t",
      site: "reddit",
      place: { name: "freelance", label: "r/freelance", url: "https://www.reddit.com/r/freelance/" },
      subreddit: "freelance",
      content: "**not** what is shown first",
      url: "https://www.reddit.com/",
      author: null,
      kind: "post",
      createdAt: "2026-11-21T14:03:00.000Z",
      over18: false,
    },
  };
  return renderToStaticMarkup(
    <ScreenContext value={{ ...screen, actions: unused } as unknown as Screen}>
      <MentionText notification={notification} />
    </ScreenContext>,
  );
}

test("renders the server's snippet unchanged with matches highlighted", () => {
  expect(shown({})).toContain(">The *<mark>bell</mark>*\n&lt;b&gt; rang.</p>");
  expect(shown({})).not.toMatch(/Show More|Heard/);
});

test("splits off text far before the first highlight, wherever the server cut it", () => {
  const lead = [
    { text: "… ", isHeard: false },
    { text: "it is long since anybody rang the ", isHeard: false },
  ];
  const text = [...lead, { text: "bell", isHeard: true }];
  expect(shown({ text })).toContain(
    '<span class="mention-far">… it is long</span> since anybody rang the <mark>',
  );
});

test.each([
  ["the way to more of it", { hasMore: true }, "Show More"],
  ["a word in a link's address", { matchedIn: "link" as const }, "Found in a link's URL."],
  [
    "a word elsewhere",
    { matchedIn: "elsewhere" as const },
    "Found in a part of the post that isn't shown here.",
  ],
])("explains a match outside the visible text: %s", (_, snippet, expected) => {
  expect(shown(snippet).replaceAll("&#x27;", "'")).toContain(expected);
});
