import { gunzipSync } from "node:zlib";
import { storable, type Item } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { toText } from "../markup/markdown";
import { getWebAddress } from "../web-address";
import { getFullname, getPublisher, SITE_ID } from "./address";
import { headlineKey } from "./headline";

/** A file has up to a few thousand articles and a few megabytes. */
const max = { inflatedBytes: 64 * 1024 * 1024, lines: 50_000, line: 100_000, text: 2_000, label: 200 };
const hourMs = 3_600_000;
const markedAfterMs = 24 * hourMs;
const leftOutAfterMs = 72 * hourMs;

export interface ReadFile {
  items: Item[];
  /** Invalid lines, and lines without title or URL. */
  skipped: number;
  /** Fullnames of articles dated long before they were listed. */
  old: string[];
}

/** Gzipped or already inflated. `minuteMs`: the file's time. Returns the reason if incomplete. */
export function parseFile(input: { bytes: Uint8Array; minuteMs: number }): ReadFile | { reason: string } {
  const text = inflated(input.bytes);
  if (typeof text !== "string") return text;
  const lines = text.split("\n");
  if (lines.length > max.lines) return { reason: `It has more than ${max.lines} lines` };
  const last = lines.pop()!;
  // The last line ends without a line break in some files, and in the middle if the file was cut off.
  if (last.trim() !== "" && parsed(last) === null) return { reason: "Its last line is incomplete" };
  const read: ReadFile = { items: [], skipped: 0, old: [] };
  const known = new Set<string>();
  for (const line of [...lines, last]) {
    if (line.trim() === "") continue;
    const article = articleIn(line, input.minuteMs);
    if (article === null) {
      read.skipped += 1;
      continue;
    }
    const { item, ageMs } = article;
    if (known.has(item.fullname)) continue;
    known.add(item.fullname);
    if (ageMs > leftOutAfterMs) read.old.push(item.fullname);
    else read.items.push(item);
  }
  return read;
}

function inflated(bytes: Uint8Array): string | { reason: string } {
  // Some hosts declare the compression, so it is already undone.
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const whole = isGzip ? gunzipSync(bytes, { maxOutputLength: max.inflatedBytes }) : bytes;
    return new TextDecoder().decode(whole);
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return { reason: isTooLarge ? "It is too large" : "Its compressed data is incomplete" };
  }
}

function articleIn(line: string, minuteMs: number): { item: Item; ageMs: number } | null {
  const raw = parsed(line);
  if (raw === null) return null;
  const field = (name: string) => {
    const value = raw[name];
    return typeof value === "string" ? value.slice(0, max.text) : "";
  };
  const url = getWebAddress(field("url"), undefined);
  const title = plain(field("title"));
  if (url === null || title === "") return null;
  const domain = getPublisher(new URL(url).hostname);
  const named = plain(field("outletName")).slice(0, max.label);
  const outlet = getPublisher(named) === domain ? "" : named;
  const dateMs = Date.parse(field("date"));
  const ageMs = Number.isNaN(dateMs) ? 0 : minuteMs - dateMs;
  const marks = [outlet, ...(ageMs > markedAfterMs ? ["older article, seen now"] : [])];
  const flair = marks.filter((mark) => mark !== "").join(" · ");
  return {
    ageMs,
    item: getItem({
      ...{ url, title, domain, outlet, flair },
      description: plain(field("desc")),
      author: plain(field("author")).slice(0, max.label),
      // Its own date can be hours before it was listed, so it would often be older than the watch.
      createdAt: new Date(minuteMs),
    }),
  };
}

interface Article {
  url: string;
  title: string;
  domain: string;
  outlet: string;
  flair: string;
  description: string;
  author: string;
  createdAt: Date;
}

export function getItem(article: Article): Item {
  const { url, title, domain, outlet, flair, description, author, createdAt } = article;
  const headline = headlineKey(title, { name: outlet, domain });
  return {
    fullname: getFullname(url),
    kind: "post",
    ...{ site: SITE_ID, place: domain },
    title,
    body: description === title ? "" : escapeMarkdown(description),
    html: null,
    author: author === "" ? null : author,
    ...{ url, link: url },
    ...(headline !== null && { headline }),
    createdAt,
    over18: false,
    ...(flair !== "" && { flair }),
  };
}

/** Decodes entities once more and removes tags. */
export function plain(text: string): string {
  return storable(/[<&]/.test(text) ? toText(text) : text.replace(/\s+/g, " ").trim());
}

function parsed(line: string): Record<string, unknown> | null {
  if (line.length > max.line) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
