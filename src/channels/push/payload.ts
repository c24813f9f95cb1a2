import type { News } from "@/domain/message";
import { burstText } from "@/domain/realtime";
import { quietText } from "@/domain/silence";
import { newsLine, newsRest, newsTitle } from "@/domain/news-texts";

/** A push message is limited to 4 kB including its envelope. */
const longestLine = 200;
const longestKeyword = 100;

/**
 * JSON shown by public/push-worker.js. The tag is the latest notification's id, the same as in the open
 * page's own alert.
 */
export function pushPayload(news: News): string {
  const keyword = cut(news.keyword, longestKeyword);
  const line = cut(newsLine(news.place, news.title), longestLine);
  const marked = news.over18 ? `${line} (NSFW)` : line;
  const rest = newsRest(news.total - 1);
  const lines = [
    marked,
    ...(rest === null ? [] : [rest]),
    ...(news.isAfterQuiet === true ? [quietText] : []),
    ...(news.isFolded === true ? [burstText] : []),
  ];
  return JSON.stringify({
    tag: news.notificationId,
    title: newsTitle(news.total) + keyword,
    body: lines.join("\n"),
    count: news.total,
    keyword,
    url: "/notifications",
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
