import type { NotificationView } from "@/contract/notification";
import { makeExcerpt } from "@/domain/excerpt";
import { markdownToText } from "@/domain/markdown/text";
import { Markdown } from "@/ui/markdown";
import { LongText } from "./long-text";

/** Beyond this a text that says little in words (a row of images) is not spread out at once. */
const wholeLength = 1_000;

/**
 * What was written, the heard word marked: a text of up to 200 characters whole, a longer one cut, with the way to
 * all of it. Made on the server for the first load; the parser it rests on is loaded in the browser only for later
 * ones.
 */
export default function HeardText({ notification }: { notification: NotificationView }) {
  const { matchedKeyword: keyword, matchedBy: by, redditPost: post } = notification;
  const plain = wordsOf(post.content);
  const excerpt = makeExcerpt(plain);
  if (excerpt === plain && post.content.length <= wholeLength) {
    return <Markdown source={post.content} highlight={{ keyword, ...by }} />;
  }
  return <LongText excerpt={excerpt} />;
}

/** A text's words line by line, without the signs of quotes. */
function wordsOf(source: string): string {
  const text = markdownToText(source, { links: "text-only" });
  const bare = text
    .replace(/^(?:> ?)+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return bare === "" ? text : bare;
}
