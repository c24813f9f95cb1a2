import * as z from "zod";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { absoluteUrl } from "./address";
import { clean, type PostText } from "./listing";

export interface Part {
  source: string;
  html: string | null;
}

/** A gallery has up to 20 images, a poll six options. */
const maxRows = 100;

const text = z.string().nullish().catch(null);
const image = z.object({ caption: text, outbound_url: text });
const option = z.object({ text });

export function getExtras({ gallery_data, poll_data }: PostText): Part[] {
  const images = (gallery_data?.items ?? []).slice(0, maxRows).map((row) => image.safeParse(row).data);
  const captions = images.flatMap((one) => [paragraph(one?.caption), address(one?.outbound_url)]);
  const options = (poll_data?.options ?? [])
    .slice(0, maxRows)
    .map((row) => oneLine(option.safeParse(row).data?.text))
    .filter((one) => one !== "");
  return [...captions.filter((part) => part !== null), ...(options.length === 0 ? [] : [list(options)])];
}

function paragraph(caption: string | null | undefined): Part | null {
  const line = oneLine(caption);
  return line === "" ? null : { source: escapeMarkdown(line), html: `<p>${escapedHtml(line)}</p>` };
}

function address(url: string | null | undefined): Part | null {
  const source = absoluteUrl(clean(url));
  return source === null ? null : { source, html: null };
}

function list(options: readonly string[]): Part {
  return {
    source: options.map((one) => `- ${escapeMarkdown(one)}`).join("\n"),
    html: `<ul>${options.map((one) => `<li>${escapedHtml(one)}</li>`).join("")}</ul>`,
  };
}

function oneLine(written: string | null | undefined): string {
  return clean(written).replace(/\s+/g, " ").trim();
}

export function escapedHtml(line: string): string {
  return line
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
