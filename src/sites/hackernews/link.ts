import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { getFullname, getNumber } from "./address";

const site = /^(?:www\.)?news\.ycombinator\.com$/;
const api = "hacker-news.firebaseio.com";
const search = "hn.algolia.com";
const itemPages = new Set(["item", "reply", "context"]);

/** Accepts URLs of the site and its APIs, and prefers the comment in the fragment. */
export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  const number = url === null ? null : numberIn(url);
  return number === null ? null : { fullname: getFullname(number), place: "all" };
}

function numberIn(url: URL): number | null {
  const parts = pathParts(url);
  const [page = "", ...rest] = parts;
  if (url.hostname === api) return getId(rest[0] === "item" ? (rest[1] ?? "").replace(/\.json$/, "") : "");
  if (url.hostname === search) return getId(parts[2] === "items" ? (parts[3] ?? "") : "");
  if (!site.test(url.hostname) || rest.length > 0) return null;
  const shown = getId(url.hash.slice(1));
  if (itemPages.has(page)) return shown ?? getId(url.searchParams.get("id") ?? "");
  // Comment lists: '/threads?id=USER#123'.
  return shown;
}

function getId(id: string): number | null {
  return getNumber(`hn:${id}`);
}
