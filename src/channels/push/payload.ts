import type { News } from "@/domain/message";
import { newsLine, newsRest, newsTitle } from "@/domain/news-texts";

/** A push has to fit into 4 kB with its envelope, in bytes. */
const longestLine = 200;
const longestKeyword = 100;

/** What public/push-worker.js shows, as JSON. The tag is the newest notification's, as the open page's own alert has it. */
export function pushPayload(news: News): string {
  const { text, keyword } = newsTitle(news.total, cut(news.keyword, longestKeyword));
  const line = cut(newsLine(news.place, news.title), longestLine);
  const marked = news.over18 ? `${line} (NSFW)` : line;
  const rest = newsRest(news.total - 1);
  return JSON.stringify({
    tag: news.notificationId,
    title: text + (keyword ?? ""),
    body: rest === null ? marked : `${marked}\n${rest}`,
    count: news.total,
    keyword: cut(news.keyword, longestKeyword),
    url: "/notifications",
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
