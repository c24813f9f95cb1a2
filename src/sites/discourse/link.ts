import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { getFullname, getPlace, topicName } from "./address";

const number = /^\d{1,15}$/;

/** Names a post by its number or its position in a topic. A topic's URL names its opening post. */
export function itemOfLink(address: string): LinkedItem | null {
  const [url, place] = [webUrl(address), getPlace(address)];
  if (url === null || place === null) return null;
  const folders = place.split("/").length - 1;
  const [page = "", ...parts] = pathParts(url)
    .filter((part) => part !== "")
    .map((part) => part.replace(/\.(?:json|rss)$/, ""))
    .slice(folders);
  const post = getPost(page, parts);
  if (post !== null) return { fullname: getFullname(place, post), place };
  const at = topicOf(page, parts);
  if (at === null) return null;
  const inTopic = at.inTopic ?? /^#post_(\d{1,15})$/.exec(url.hash)?.[1] ?? "1";
  const fullname = topicName(place, { topic: Number(at.topic), inTopic: Number(inTopic) });
  return { fullname, place, isByAddress: true };
}

/** '/p/41', '/p/41/7' (shared by user 7), '/posts/41'. */
function getPost(page: string, [id = "", user]: string[]): number | null {
  const isPost =
    page === "p" ? user === undefined || number.test(user) : page === "posts" && user === undefined;
  return isPost && number.test(id) ? Number(id) : null;
}

/** '/t/a-topic/12/3', '/t/12/3', '/t/12', '/raw/12/3', '/posts/by_number/12/3'. No slug is all digits. */
function topicOf(page: string, parts: string[]): { topic: string; inTopic: string | undefined } | null {
  const isTopic = page === "t" || page === "n" || page === "raw";
  const isNumbered = page === "posts" && parts[0] === "by_number";
  if (!isTopic && !isNumbered) return null;
  const hasSlug = isNumbered || (page !== "raw" && !number.test(parts[0] ?? ""));
  const [topic = "", inTopic, ...rest] = hasSlug ? parts.slice(1) : parts;
  if (!number.test(topic) || rest.length > 0) return null;
  // Other topic pages are words, such as 'print'.
  return { topic, inTopic: inTopic !== undefined && number.test(inTopic) ? inTopic : undefined };
}
