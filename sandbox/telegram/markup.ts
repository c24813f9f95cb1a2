import { escapeHtml } from "../resend/mailbox-frame";

const token =
  /<(?<close>\/?)(?<tag>b|i|a|code)(?: href="(?<href>[^"<>]*)")?>|&(?<entity>amp|lt|gt|quot);|(?<text>[^<&]+)/gy;
const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Parses Telegram's HTML. Returns its visible text and safe HTML to show, or null if it is invalid. */
export function parsedMarkup(source: string): { text: string; html: string } | null {
  const open: string[] = [];
  let [text, html, end] = ["", "", 0];
  for (const match of source.matchAll(token)) {
    const { close, tag, href, entity, text: plain } = match.groups!;
    end = match.index + match[0].length;
    if (tag === undefined) {
      const character = plain ?? characters[entity!]!;
      text += character;
      html += shown(character);
    } else if (close === "/") {
      if (open.pop() !== tag) return null;
      html += `</${tag}>`;
    } else {
      open.push(tag);
      html += tag === "a" ? `<a href="${href ?? ""}">` : `<${tag}>`;
    }
  }
  return end === source.length && open.length === 0 ? { text, html } : null;
}

/** Text as Telegram shows it without markup: @name becomes a mention. */
export function shown(text: string): string {
  return escapeHtml(text).replace(/@\w+/g, "<mark>$&</mark>");
}
