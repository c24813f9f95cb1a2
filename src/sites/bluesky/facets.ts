import * as z from "zod";
import { storable } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";

const max = { facets: 100, uri: 2_000 };

const facet = z.object({
  index: z.object({ byteStart: z.number().int().min(0), byteEnd: z.number().int() }),
  features: z.array(z.unknown()),
});
const link = z.object({ $type: z.literal("app.bsky.richtext.facet#link"), uri: z.string() });

interface Link {
  from: number;
  to: number;
  uri: string;
}

/** Texts show shortened URLs, so facets (UTF-8 byte ranges) become full links. Skips invalid ones. */
export function withLinks(text: string, facets: readonly unknown[]): string {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, uri } of getLinks(facets)) {
    if (from < at || !isBoundary(bytes, from) || !isBoundary(bytes, to)) continue;
    parts.push(
      written(bytes.toString("utf8", at, from)),
      linkTo(uri, written(bytes.toString("utf8", from, to))),
    );
    at = to;
  }
  return [...parts, written(bytes.toString("utf8", at))].join("");
}

/** An autolink if the link text shortens the URL. Returns only the text if the URL is invalid. */
export function linkTo(uri: string, shown: string): string {
  const address = storable(uri);
  if (!/^https?:\/\/[^\s<>]+$/i.test(address) || address.length > max.uri) return shown;
  const beginning = shown.trim().replace(/(?:\.\.\.|…)$/, "");
  const isAddress = beginning === "" || (/[./]/.test(beginning) && bare(address).startsWith(bare(beginning)));
  return isAddress ? `<${address}>` : `[${shown.trim().replace(/(?<!\\)[[\]]/g, "\\$&")}](<${address}>)`;
}

function bare(address: string): string {
  return address.replace(/^https?:\/\//i, "").replace(/^www\./i, "");
}

function getLinks(facets: readonly unknown[]): Link[] {
  const links: Link[] = [];
  for (const raw of facets.slice(0, max.facets)) {
    const { data } = facet.safeParse(raw);
    const uri = data?.features.slice(0, 5).map((one) => link.safeParse(one).data?.uri);
    const first = uri?.find((one) => one !== undefined);
    if (data === undefined || first === undefined) continue;
    const { byteStart: from, byteEnd: to } = data.index;
    if (from < to) links.push({ from, to, uri: first });
  }
  return links.toSorted((one, other) => one.from - other.from);
}

function isBoundary(bytes: Buffer, at: number): boolean {
  return at === bytes.length || (at < bytes.length && (bytes[at]! & 0xc0) !== 0x80);
}

function written(text: string): string {
  return storable(text)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map(escapeMarkdown)
    .join("  \n")
    .replace(/( {2}\n){2,}/g, "\n\n");
}
