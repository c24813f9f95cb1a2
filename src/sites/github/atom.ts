import { createHash } from "node:crypto";
import type { Opening } from "@/domain/reading/tracker";
import { toMarkdown, webDialect } from "../markup/markdown";
import { attributesIn, scanMarkup } from "../markup/scan";
import { getItem, getTime } from "./responses";
import { numberName, repositoryUrl } from "./address";

/* Without a token, Atom feeds list discussions and show that releases have changed, without API requests. */

export interface AtomEntry {
  title: string;
  link: string;
  published: string;
  updated: string;
  author: string;
  content: string;
}

const fields = ["title", "published", "updated", "content"] as const;
const maxEntries = 100;

export function atomEntries(source: string): AtomEntry[] | null {
  const entries: AtomEntry[] = [];
  let isFeed = false;
  let entry: AtomEntry | null = null;
  let field: keyof AtomEntry | null = null;
  scanMarkup(source, {
    open(name, tag) {
      if (name === "feed") isFeed = true;
      if (name === "entry" && entries.length < maxEntries)
        entry = { title: "", link: "", published: "", updated: "", author: "", content: "" };
      if (entry !== null && name === "link") entry.link ||= hrefOf(tag);
      field = name === "name" ? "author" : (fields.find((one) => one === name) ?? field);
    },
    close(name) {
      if (name === "entry" && entry !== null) entries.push(entry);
      if (name === "entry") entry = null;
      if (name === "name" || fields.some((one) => one === name)) field = null;
    },
    text(text) {
      if (entry !== null && field !== null) entry[field] += text;
    },
  });
  return isFeed ? entries : null;
}

function hrefOf(tag: string): string {
  for (const [name, value] of attributesIn(tag)) if (name === "href") return value;
  return "";
}

export function discussionsIn(place: string, entries: readonly AtomEntry[]): Opening[] {
  return entries.flatMap((entry) => {
    const [, digits] = /\/discussions\/(\d{1,15})(?:[?#]|$)/.exec(entry.link) ?? [];
    const createdAt = getTime(entry.published || entry.updated);
    if (digits === undefined || createdAt === null) return [];
    const number = Number(digits);
    const item = getItem("post", {
      ...{ place, fullname: numberName(place, number), title: entry.title, body: getBody(entry) },
      ...{ url: `${repositoryUrl(place)}/discussions/${number}`, author: authorOf(entry), createdAt },
    });
    const changedAt = getTime(entry.updated) ?? createdAt;
    const counts = { total: null, hasOwnList: false };
    return { number, title: item.title, thread: "discussions", createdAt, changedAt, ...counts, item };
  });
}

/** Changes with each new entry. Leaves out the texts, whose image URLs expire. */
export function feedVersion(entries: readonly AtomEntry[]): string {
  const shown = entries.map(({ link, title, updated }) => [link, title, updated]);
  return createHash("sha1").update(JSON.stringify(shown)).digest("hex");
}

function getBody({ content }: AtomEntry): string {
  return toMarkdown(content, webDialect({ base: "https://github.com" })).markdown;
}

function authorOf({ author }: AtomEntry) {
  return { login: author.trim() || null, type: null };
}
