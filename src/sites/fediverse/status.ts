import * as z from "zod";
import { storable, type Item } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { startOfText, untitled } from "@/domain/reading/untitled";
import { toMarkdown, toText, webDialect } from "../markup/markdown";
import { maxTag, maxTags, tagLine } from "../tags";
import { getWebAddress } from "../web-address";
import { bridgedUri, fullnameOfUri, SITE_ID, toReplyKey } from "./address";

/** Longer parts are cut. Most instances allow 500 characters, some 100,000. */
const max = { content: 50_000, part: 4_000, media: 20, options: 20, uri: 2_000 };
/** Earlier dates come from wrong clocks. */
const firstMs = Date.UTC(2006, 0);
const wish = /#(?:nobot|noindex|nosearch)\b/i;

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const list = z.array(z.unknown()).nullish().catch(null);
const account = z.object({
  acct: text,
  username: text,
  url: text,
  bot: flag,
  indexable: flag,
  noindex: flag,
  note: text,
});
/** Only these fields exist on all kinds of servers: id or uri, account, content and time. */
const status = z.object({
  id: z.string(),
  uri: text,
  url: text,
  created_at: text,
  edited_at: text,
  in_reply_to_id: text,
  sensitive: flag,
  spoiler_text: text,
  visibility: text,
  content: text,
  reblog: z.unknown().optional(),
  account,
  media_attachments: list,
  poll: z.object({ options: list }).nullish().catch(null),
  tags: list,
});
type Status = z.infer<typeof status>;
const described = z.object({ description: z.string() });
const titledOption = z.object({ title: z.string() });
const named = z.object({ name: z.string() });

export type ReadStatus =
  | { is: "item"; id: string; uri: string; isEdited: boolean; item: Item }
  /** A boost, or not public. */
  | { is: "other" }
  | { is: "unlisted" }
  | { is: "invalid" };

/** Converts a Mastodon status. `nowMs` limits dates in the future. */
export function readStatus(raw: unknown, nowMs: number): ReadStatus {
  const { data } = status.safeParse(raw);
  const uri = data?.uri ?? data?.url ?? "";
  if (data === undefined || uri === "" || uri.length > max.uri || !hasStorableIds(data, uri))
    return { is: "invalid" };
  if (data.reblog !== undefined && data.reblog !== null) return { is: "other" };
  if (!["public", "unlisted"].includes(data.visibility ?? "public")) return { is: "other" };
  if (isUnlisted(data.account)) return { is: "unlisted" };
  const url = getWebAddress(data.url ?? undefined, undefined) ?? getWebAddress(uri, undefined);
  if (url === null) return { is: "invalid" };
  const isEdited = typeof data.edited_at === "string";
  return { is: "item", id: data.id, uri, isEdited, item: getItem(data, { uri, url, nowMs }) };
}

function hasStorableIds({ id, in_reply_to_id: above }: Status, uri: string): boolean {
  return [id, uri, above ?? ""].every((text) => storable(text) === text);
}

function isUnlisted({ indexable, noindex, note }: Status["account"]): boolean {
  return noindex === true || indexable === false || wish.test(toText((note ?? "").slice(0, max.part)));
}

function getItem(data: Status, { uri, url, nowMs }: { uri: string; url: string; nowMs: number }): Item {
  const content = toMarkdown(storable((data.content ?? "").slice(0, max.content)), webDialect({ base: url }));
  const warning = lineOf(data.spoiler_text);
  const media = (data.media_attachments ?? [])
    .slice(0, max.media)
    .map((one) => lineOf(described.safeParse(one).data?.description));
  const options = (data.poll?.options ?? [])
    .slice(0, max.options)
    .map((one) => lineOf(titledOption.safeParse(one).data?.title));
  const parts = [
    escapeMarkdown(warning),
    content.markdown,
    ...media.map(escapeMarkdown),
    options
      .filter((option) => option !== "")
      .map((option) => `- ${escapeMarkdown(option)}`)
      .join("\n"),
    tagLine(otherTags(data, content.plain)),
  ];
  const first = [warning, content.plain, ...media].map((line) => startOfText(storable(line)));
  return {
    fullname: fullnameOfUri(uri),
    kind: typeof data.in_reply_to_id === "string" ? "comment" : "post",
    ...(typeof data.in_reply_to_id === "string" && { parent: toReplyKey(data.in_reply_to_id) }),
    replyKey: toReplyKey(data.id),
    ...{ site: SITE_ID, place: "all" },
    ...untitled(first.find((line) => line !== "") ?? ""),
    body: parts.filter((part) => part !== "").join("\n\n"),
    html: null,
    author: storable(data.account.acct ?? data.account.username ?? "") || null,
    url,
    uri: bridgedUri(uri) ?? bridgedUri(url) ?? url,
    createdAt: new Date(createdMs(data, nowMs)),
    over18: data.sensitive === true,
    ...(data.account.bot === true && { isBot: true as const }),
  };
}

/** Each tag costs a search of the text, so their number and lengths are limited first. */
function otherTags({ tags }: Status, plain: string): string[] {
  const shown = plain.toLowerCase();
  return (tags ?? []).slice(0, maxTags).flatMap((one) => {
    const name = (named.safeParse(one).data?.name ?? "").slice(0, maxTag);
    return name === "" || shown.includes(`#${name.toLowerCase()}`) ? [] : [`#${name}`];
  });
}

function createdMs({ created_at: written }: Status, nowMs: number): number {
  const ms = Date.parse(written ?? "");
  return ms >= firstMs ? Math.min(ms, nowMs) : nowMs;
}

function lineOf(part: string | null | undefined): string {
  return storable((part ?? "").slice(0, max.part))
    .replace(/\s+/g, " ")
    .trim();
}
