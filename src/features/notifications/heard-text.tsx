import type { NotificationView } from "@/contract/notification";
import { makeExcerpt } from "@/domain/excerpt";
import { markdownToText } from "@/domain/markdown/text";
import { Markdown } from "@/ui/markdown";
import { LongText } from "./long-text";

/**
 * What was written, the heard word marked: a text of up to 200 characters whole, a longer one cut, with the way to
 * all of it. Made on the server for the first load; the parser it rests on is loaded in the browser only for later
 * ones.
 */
export default function HeardText({ notification }: { notification: NotificationView }) {
  const { matchedKeyword: keyword, redditPost: post } = notification;
  const plain = markdownToText(post.content, { links: "text-only" }).replace(/\n{2,}/g, "\n");
  const excerpt = makeExcerpt(plain);
  if (excerpt !== plain) return <LongText excerpt={excerpt} keyword={keyword} />;
  return <Markdown source={post.content} highlight={{ keyword }} />;
}
