import { decodeHTMLStrict } from "entities";
import * as z from "zod";
import type { Item } from "@/domain/reading/item";
import { storable } from "@/domain/reading/item";
import type { Numbered } from "@/domain/reading/site";
import { titled } from "@/domain/reading/untitled";
import { getFullname, SITE_ID, getUrl } from "./address";
import { absoluteLinks, toMarkdown } from "../markup/markdown";
import { isUrl } from "@/domain/text/url";

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const number = z.number().int().positive();

const rawItem = z.object({
  id: number,
  type: text,
  by: text,
  time: z.number().nullish().catch(null),
  text,
  title: text,
  url: text,
  parent: number.nullish().catch(null),
  descendants: z.number().int().nonnegative().nullish().catch(null),
  parts: z.array(z.unknown()).nullish().catch(null),
  deleted: flag,
  dead: flag,
});
export type RawItem = z.infer<typeof rawItem>;

export const itemResponse = rawItem.nullable();
export const tipResponse = number;

const POSTS = new Set(["story", "poll", "job"]);
/** Placeholders for removed or delayed texts. They are never matched. */
const DELAYED = "[delayed]";
const PLACEHOLDERS = new Set(["[dead]", "[flagged]", "[deleted]"]);

const maxOptions = 100;

export function optionsIn({ type, parts, deleted, dead }: RawItem): number[] {
  if (type !== "poll" || deleted === true || dead === true) return [];
  return (parts ?? []).slice(0, maxOptions).flatMap((part) => number.safeParse(part).data ?? []);
}

export function numbered(raw: RawItem | null, options: readonly RawItem[] = []): Numbered {
  if (raw === null) return "absent";
  if (raw.deleted === true || raw.dead === true) return "nothing";
  const isPost = POSTS.has(raw.type ?? "");
  // A poll shows its options. Items of unknown kinds can't be shown.
  if (!isPost && raw.type !== "comment") return "nothing";
  const texts = [raw.title, raw.text].map((one) => one?.trim());
  if (texts.includes(DELAYED)) return "delayed";
  if (texts.some((one) => PLACEHOLDERS.has(one ?? ""))) return "nothing";
  const createdAt = new Date((raw.time ?? Number.NaN) * 1000);
  // Without a time, the item is probably incomplete.
  if (Number.isNaN(createdAt.getTime())) return "absent";
  return getItem(raw, { isPost, createdAt, options });
}

interface Facts {
  isPost: boolean;
  createdAt: Date;
  options: readonly RawItem[];
}

function getItem(raw: RawItem, { isPost, createdAt, options }: Facts): Item {
  const texts = [convertToMarkdown(raw.text), optionList(options)];
  const linked = isPost ? getAddress(raw) : null;
  const body = [...texts, linked].filter((part) => part !== null && part !== "").join("\n\n");
  return {
    fullname: getFullname(raw.id),
    kind: isPost ? "post" : "comment",
    site: SITE_ID,
    place: "all",
    // Finding a comment's story takes more requests.
    ...(isPost ? titled(getTitle(raw), body) : { title: "" }),
    body,
    html: null,
    author: storable(raw.by ?? "").trim() || null,
    url: getUrl(raw.id),
    ...(linked !== null && { link: linked }),
    ...(!isPost && raw.parent && { parent: getFullname(raw.parent) }),
    ...(isPost && typeof raw.descendants === "number" && { replies: raw.descendants }),
    createdAt,
    over18: false,
  };
}

function optionList(options: readonly RawItem[]): string {
  const shown = options.filter(({ deleted, dead }) => deleted !== true && dead !== true);
  const texts = shown.map(({ text }) => convertToMarkdown(text).replace(/\s+/g, " "));
  return texts
    .filter((text) => text !== "" && !PLACEHOLDERS.has(text))
    .map((text) => `- ${text}`)
    .join("\n");
}

export function getTitle(raw: Pick<RawItem, "title">): string {
  return decodeHTMLStrict(storable(raw.title ?? ""))
    .replace(/\s+/g, " ")
    .trim();
}

export function convertToMarkdown(html: string | null | undefined): string {
  return toMarkdown(storable(html ?? ""), absoluteLinks).markdown;
}

function getAddress({ url }: RawItem): string | null {
  const address = storable(url ?? "").trim();
  return /^https?:\/\/\S+$/i.test(address) && isUrl(address) ? address : null;
}
