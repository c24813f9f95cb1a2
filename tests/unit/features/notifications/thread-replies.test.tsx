import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { NotificationView } from "@/contract/notification";
import { ScreenContext, type Screen } from "@/features/notifications/screen-context";
import { ThreadReplies } from "@/features/notifications/thread-replies";
import { withLatest, type Replies } from "@/features/notifications/use-replies";

const notification = (id: string, rest: Partial<NotificationView> = {}): NotificationView => ({
  ...{ _id: id, createdAt: "2026-11-21T14:03:20.000Z", status: "read", matchedKeyword: "k", watchId: "w" },
  ...{ watchIds: ["w"], highlights: [], openedAt: null, starredAt: null, snoozedUntil: null, elsewhere: [] },
  passage: { title: [], text: [], hasMore: false, matchedIn: "shown" },
  redditPost: {
    ...{ title: "A launch", site: "reddit", subreddit: "webdev", content: `Text of ${id}`, author: id },
    ...{ place: { name: "webdev", label: "r/webdev", url: "https://x.example/" }, kind: "comment" },
    ...{ url: `https://x.example/${id}`, createdAt: "2026-11-21T14:03:20.000Z", over18: false },
  },
  ...{ thread: null, replyTo: null },
  ...rest,
});

/** The visible text. */
function shown(replies: NotificationView[], of: Partial<Replies>, selected = notification("root")): string {
  const screen = { now: new Date(), timeZone: "UTC", view: { q: "" }, actions: {} } as Screen;
  const markup = renderToStaticMarkup(
    <ScreenContext value={screen}>
      <ThreadReplies of={{ unread: 0, next: 0, ...of, replies } as Replies} notification={selected} />
    </ScreenContext>,
  );
  return markup.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|[\s|]*/g, "|");
}

test("lists replies with their author, status and the author they reply to", () => {
  const replies = [notification("ann", { status: "unread", replyTo: "bob" }), notification("bob")];
  const text = shown(replies, { unread: 1, next: 10 });
  expect(text).toMatch(
    /^\|Other replies\|1 new\|u\/ann\|Unread\|Reply to u\/bob\|Open post: \|[^|]+\|Text of ann\|u\/bob\|Open post: \|[^|]+\|Text of bob\|Show 10 earlier replies\|$/,
  );
});

test("leaves out the selected reply, and the list if it is the only one", () => {
  const replies = [notification("ann"), notification("bob")];
  expect(shown(replies, {}, replies[0])).not.toContain("Text of ann");
  expect(shown([replies[0]!], {}, replies[0])).toBe("");
});

test("adds the latest replies to the loaded ones, and starts again if others can be between them", () => {
  const page = (ids: string, nextCursor: string | null) => ({
    replies: [...ids].map((id) => notification(id)),
    nextCursor,
  });
  const merged = (...pages: Parameters<typeof withLatest>) => {
    const { replies, nextCursor } = withLatest(...pages);
    return [replies.map(({ _id }) => _id).join(""), nextCursor];
  };
  expect(merged(null, page("dc", "c"))).toEqual(["dc", "c"]);
  expect(merged(page("dcba", null), page("ed", "d"))).toEqual(["edcba", null]);
  expect(merged(page("dcba", null), page("hg", "g"))).toEqual(["hg", "g"]);
  const [shownOne] = withLatest(page("dc", "c"), {
    ...{ replies: [notification("d", { status: "archived" })], nextCursor: "d" },
  }).replies;
  expect(shownOne!.status).toBe("archived");
});
