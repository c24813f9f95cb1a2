import * as z from "zod";
import { storable, type Item } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { startOfText, untitled } from "@/domain/reading/untitled";
import { getFullname, getParts as getUriParts, isAccount, isKey, SITE_ID, getUrl } from "./address";
import { tagLine } from "../tags";
import { getWebAddress } from "../web-address";
import { linkTo, withLinks } from "./facets";

/* Fields are validated individually: a field of the wrong type counts as absent. */
const text = z.string().nullish().catch(null);
const list = z.array(z.unknown()).nullish().catch(null);

const external = z.object({ uri: text, title: text, description: text });
const media = z.object({
  external: external.nullish().catch(null),
  images: list,
  alt: text,
});
const record = z.object({
  text,
  createdAt: text,
  facets: list,
  /** Hashtags outside of the text. */
  tags: list,
  reply: z
    .object({
      root: z.object({ uri: text }).nullish().catch(null),
      parent: z.object({ uri: text }).nullish().catch(null),
    })
    .nullish()
    .catch({}),
  embed: media
    .extend({ media: media.nullish().catch(null) })
    .nullish()
    .catch(null),
  labels: z.object({ values: list }).nullish().catch(null),
  /** Set by a bridge: the address of the original on another site. */
  bridgyOriginalUrl: text,
});
type PostRecord = z.infer<typeof record>;

const image = z.object({ alt: text });
const label = z.object({ val: z.string() });

/** Longer parts are cut. Real texts have up to 300 characters, posts up to four images. */
const max = { text: 10_000, part: 4_000, images: 20, labels: 20, uri: 500 };
const adult = new Set(["porn", "sexual", "nudity", "sexual-figurative", "graphic-media", "gore", "nsfl"]);
/** Dates before this come from wrong clocks. */
const firstMs = Date.UTC(2006, 0);

/** The item of a record, or null if the record is invalid. `seenAtMs` is the time of its stream event. */
export function getItem(account: string, key: string, raw: unknown, seenAtMs: number): Item | null {
  const { data } = record.safeParse(raw);
  if (data === undefined || !isAccount(account) || !isKey(key)) return null;
  const parts = getParts(data);
  return {
    fullname: getFullname(account, key),
    kind: data.reply === undefined || data.reply === null ? "post" : "comment",
    ...getReplied(data),
    ...{ site: SITE_ID, place: "all" },
    ...untitled(beginning(data)),
    body: parts.filter((part) => part !== "").join("\n\n"),
    html: null,
    author: account,
    url: getUrl(account, key),
    uri: getWebAddress(data.bridgyOriginalUrl ?? undefined, undefined) ?? getFullname(account, key),
    createdAt: new Date(writtenMs(data, seenAtMs)),
    over18: isAdult(data),
  };
}

function getReplied({ reply }: PostRecord): Pick<Item, "root" | "parent"> {
  const [root, parent] = [reply?.root, reply?.parent].map((one) => {
    const uri = one?.uri ?? "";
    const named = uri.length <= max.uri ? getUriParts(uri) : null;
    return named !== null && isAccount(named.account) ? uri : undefined;
  });
  return {
    ...(root !== undefined && { root }),
    ...(root !== undefined && parent !== undefined && { parent }),
  };
}

/** Markdown parts: the text with full URLs, the linked page, image descriptions and hashtags. */
function getParts(data: PostRecord): string[] {
  const written = (data.text ?? "").slice(0, max.text);
  const tags = (data.tags ?? []).flatMap((tag) => (typeof tag === "string" ? [tag] : []));
  return [
    withLinks(written, data.facets ?? []).trim(),
    ...mediaOf(data).flatMap(partsOfMedia),
    tagLine(tags),
  ];
}

function mediaOf({ embed }: PostRecord): z.infer<typeof media>[] {
  if (!embed) return [];
  return embed.media ? [embed, embed.media] : [embed];
}

function partsOfMedia({ external: page, images, alt }: z.infer<typeof media>): string[] {
  const shown = (images ?? []).slice(0, max.images).map((one) => image.safeParse(one).data?.alt);
  return [
    linkTo(page?.uri?.trim() ?? "", escapeMarkdown(lineOf(page?.title))),
    ...[page?.description, alt, ...shown].map((one) => escapeMarkdown(lineOf(one))),
  ];
}

function beginning(data: PostRecord): string {
  const media = mediaOf(data);
  const lines = [
    data.text,
    ...media.map((one) => one.external?.title),
    ...media.flatMap(({ alt, images }) => [alt, image.safeParse(images?.[0]).data?.alt]),
  ].map((line) => startOfText(storable(line ?? "")));
  return lines.find((line) => line !== "") ?? "";
}

function lineOf(part: string | null | undefined): string {
  return storable((part ?? "").slice(0, max.part))
    .replace(/\s+/g, " ")
    .trim();
}

/** The author's own time, unless it is implausible or later than the event. */
function writtenMs({ createdAt }: PostRecord, seenAtMs: number): number {
  const ms = Date.parse(createdAt ?? "");
  return ms >= firstMs ? Math.min(ms, seenAtMs) : seenAtMs;
}

function isAdult({ labels }: PostRecord): boolean {
  const named = (labels?.values ?? []).slice(0, max.labels).map((one) => label.safeParse(one).data?.val);
  return named.some((name) => name !== undefined && adult.has(name));
}
