import { createHash } from "node:crypto";
import { storyOfLink } from "@/domain/reading/story-link";

export const SITE_ID = "news";

export const SITE_URL = "https://www.gdeltproject.org/";

const minuteMs = 60_000;
const domain = /^(?=.{4,120}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

export function isDomain(name: string): boolean {
  return domain.test(name);
}

export function getPublisher(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^(?:(?:www\d?|m|mobile|amp)\.)+(?=[^.]+\.)/, "");
}

/** Equal for all addresses of an article: without tracking parameters, fragment and AMP variants. */
export function getArticle(url: string): string {
  const plain = storyOfLink(url) ?? url;
  return plain
    .replace(/^(?:m|mobile|amp)\.(?=[^./]+\.)/, "")
    .replace(/[?&]amp(?:=[^&]*)?$/, "")
    .replace(/\/amp(?:\.html)?$/, "");
}

/** Hashed, because URLs can be longer than a key. */
export function getFullname(url: string): string {
  return `${SITE_ID}:${createHash("sha256").update(getArticle(url)).digest("hex").slice(0, 32)}`;
}

export function pathOfMinute(minute: number): string {
  const stamp = new Date(minute * minuteMs).toISOString().replace(/\D/g, "").slice(0, 12);
  return `/${stamp}00.gal.json.gz`;
}
