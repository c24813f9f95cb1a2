import type { News } from "@/domain/delivery/message";
import { burstText } from "@/domain/delivery/realtime";
import { quietText } from "@/domain/delivery/silence";
import { newsLine, newsRest, newsTitle } from "@/domain/delivery/news-texts";
import { cut, harmless } from "../posted/words";

/** A push message is limited to 4 kB including its envelope. */
const maxLineLength = 200;
const maxKeywordLength = 100;

/** Shown by public/push-worker.js. The tag is the latest notification's id, as in the open page's alert. */
export function pushPayload(news: News): string {
  const keyword = cut(harmless(news.keyword), maxKeywordLength);
  const line = cut(harmless(newsLine(news.place, news.title)), maxLineLength);
  const marked = news.over18 ? `${line} (NSFW)` : line;
  const rest = newsRest(news.total - 1);
  const lines = [
    marked,
    ...(rest === null ? [] : [rest]),
    ...(news.isAfterQuiet === true ? [quietText] : []),
    ...(news.isInDigest === true ? [burstText] : []),
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
