import type { News } from "@/domain/message";
import { burstText } from "@/domain/realtime";
import { quietText } from "@/domain/silence";
import { updatesConnection, newsRest, newsTitle } from "@/domain/news-texts";

/** A push message is limited to 4 kB including its envelope. */
const maxLineLength = 200;
const maxKeywordLength = 100;

/**
 * JSON shown by public/push-worker.js. The tag is the latest notification's id, the same as in the open
 * page's own alert.
 */
export function pushPayload(updates: News): string {
  const keyword = cut(updates.keyword, maxKeywordLength);
  const line = cut(updatesConnection(updates.place, updates.title), maxLineLength);
  const marked = updates.over18 ? `${line} (NSFW)` : line;
  const rest = newsRest(updates.total - 1);
  const lines = [
    marked,
    ...(rest === null ? [] : [rest]),
    ...(updates.isAfterQuiet === true ? [quietText] : []),
    ...(updates.isInDigest === true ? [burstText] : []),
  ];
  return JSON.stringify({
    tag: updates.notificationId,
    title: newsTitle(updates.total) + keyword,
    body: lines.join("\n"),
    count: updates.total,
    keyword,
    url: "/notifications",
  });
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
