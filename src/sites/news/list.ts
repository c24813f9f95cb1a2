import type { Item } from "@/domain/reading/item";
import { scanMarkup } from "../markup/scan";
import { getWebAddress } from "../web-address";
import { getPublisher } from "./address";
import { getItem, plain } from "./articles";

/** The list has about 3,000 articles. */
const maxItems = 20_000;
const maxText = 2_000;
/** The list covers 15 minutes. Items with an older date appeared later (ms). */
const recentMs = 30 * 60_000;
const fields = new Set(["title", "link", "pubdate", "lastbuilddate"]);

export interface ReadList {
  /** Time until which the source has published (ms since the epoch); null if it isn't stated. */
  builtMs: number | null;
  items: Item[];
}

export function parseList({ text, nowMs }: { text: string; nowMs: number }): ReadList | null {
  const list = new ListReader(nowMs);
  scanMarkup(text, list);
  return list.isRss ? { builtMs: list.builtMs, items: [...list.items.values()] } : null;
}

class ListReader {
  isDone = false;
  isRss = false;
  builtMs: number | null = null;
  readonly items = new Map<string, Item>();
  #entry: Record<string, string> | null = null;
  #field: string | null = null;
  #text = "";

  constructor(private readonly nowMs: number) {}

  open(name: string): void {
    if (name === "rss") this.isRss = true;
    if (name === "item") this.#entry = {};
    this.#field = fields.has(name) ? name : null;
    this.#text = "";
  }

  text(text: string): void {
    if (this.#field !== null && this.#text.length < maxText) this.#text += text;
  }

  close(name: string): void {
    if (name === this.#field && name === "lastbuilddate") this.builtMs = timeIn(this.#text);
    else if (name === this.#field && this.#entry !== null) this.#entry[name] = this.#text;
    this.#field = null;
    if (name !== "item") return;
    this.#add(this.#entry ?? {});
    this.#entry = null;
    this.isDone = this.items.size >= maxItems;
  }

  #add({ title = "", link = "", pubdate = "" }: Record<string, string>): void {
    const url = getWebAddress(link, undefined);
    const shown = plain(title.slice(0, maxText));
    if (url === null || shown === "") return;
    const domain = getPublisher(new URL(url).hostname);
    const listedMs = timeIn(pubdate) ?? this.nowMs;
    const isRecent = listedMs <= this.nowMs && listedMs > this.nowMs - recentMs;
    const at = new Date(isRecent ? listedMs : this.nowMs);
    const none = { outlet: "", flair: "", description: "", author: "" };
    const item = getItem({ url, title: shown, domain, createdAt: at, ...none });
    this.items.set(item.fullname, item);
  }
}

function timeIn(written: string): number | null {
  const ms = Date.parse(written.trim());
  return Number.isNaN(ms) ? null : ms;
}
